import { leaveClosedLayer } from './early-back.ts';
import { showListFirst } from './early-list.ts';
import { watchMoves } from './early-move.ts';
import { keepPress } from './early-press.ts';
import { reloadWithoutScript } from './missing-script.ts';
import { watchClicks, watchKeys } from './one-press.ts';

// A file of its own, so small that it runs long before the rest, and no press on the page is lost.
watchClicks();
watchKeys();
keepPress();
watchMoves();
leaveClosedLayer();
showListFirst();
reloadWithoutScript();
