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

/** Opens the browser's own share sheet where there is one, else copies the link, else says that neither works. */
const share = async (): Promise<void> => {
  if (typeof navigator.share !== 'function') return copyLink();
  try {
    await navigator.share({ title: document.title, url: window.location.href });
  } catch (fault) {
    // An AbortError: the visitor has closed the share sheet.
    if (!(fault instanceof DOMException && fault.name === 'AbortError')) await copyLink();
  }
};

export const ShareButton = () => (
  <button type="button" className="button-line" onClick={() => void share()}>
    <Share2 size={18} aria-hidden="true" />
    Share
  </button>
);
