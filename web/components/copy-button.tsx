import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { tellError, untellError } from '#web/stores/tell.ts';
import { toast } from '#web/stores/toasts.ts';

/** How long the button says that it has copied, in milliseconds. */
const GLANCE = 2_000;

type Props = { readonly text: string; readonly className: string };

/** Puts a text on the clipboard, and says so in its place and in a toast. */
export const CopyButton = ({ text, className }: Props) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), GLANCE);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      untellError();
      toast({ title: 'Copied', description: text, tone: 'plain' });
    } catch {
      // A page served over plain http has no clipboard, and a browser may refuse access to it.
      tellError('This browser does not let us copy. Select the text to copy it yourself.');
    }
  };

  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={`Copy ${text}`}
      className={`icon-button ${className}`}
      onClick={() => void copy()}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
};
