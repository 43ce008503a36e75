import { Share2 } from 'lucide-react';

import { toast } from '#web/stores/toasts.ts';

const copyLink = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast({ title: 'Link copied', description: 'Paste it wherever you want to keep it.', tone: 'plain' });
  } catch {
    window.alert('Sharing is not supported by this browser. Copy the link from the address bar.');
  }
};

/** The browser's own sharing where there is one, else the clipboard, else word that neither works. */
const share = async (): Promise<void> => {
  if (typeof navigator.share !== 'function') return copyLink();
  try {
    await navigator.share({ title: document.title, url: window.location.href });
  } catch (fault) {
    // An AbortError is the visitor's own change of mind.
    if (!(fault instanceof DOMException && fault.name === 'AbortError')) await copyLink();
  }
};

export const ShareButton = () => (
  <button type="button" className="button-line" onClick={() => void share()}>
    <Share2 size={18} aria-hidden="true" />
    Share
  </button>
);
