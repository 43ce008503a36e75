/** A "no" of a mail server: a final one, whose number begins with 5, or one for now. */
export type Refusal = {
  /** The command that it answers; nodemailer calls the letter itself `DATA` too. */
  readonly step: unknown;
  readonly answer: number;
  /** The code behind the number (RFC 3463), as `5.1.1`; empty where the server has none. */
  readonly code: string;
  /** Its own words. */
  readonly said: string;
};

type Row = {
  readonly about: 'us' | 'letter';
  readonly step?: 'RCPT TO' | 'DATA';
  readonly answers?: readonly number[];
  readonly code?: RegExp;
  readonly says?: RegExp;
};

const NO_CODE = /^$/;

/** No code, or one for whatever is not allowed: content filters and limits share them, and only words tell them apart. */
const VAGUE = /^(?:5\.7\.[01])?$/;

const OF_US =
  /relay|authenticat|\b(?:sender|submission|unusual|daily|hourly|per (?:hour|day)|your (?:account|address|domain|ip))\b/i;

const OF_CONTENT = /\b(?:spam|junk|virus|malware|phishing|unsolicited|content|attachment)\b/i;

/** The first row that fits counts. */
const ROWS: readonly Row[] = [
  // A wrong order of commands, or a sign-in that is missing.
  { about: 'us', answers: [503, 530, 534, 535, 538] },
  // Our address (5.1.7, 5.1.8), whom we may send as (Exchange's 5.2.252), how much we may send (5.1.90 of Exchange, 5.4.5 of
  // Gmail, 5.4.6 of Zoho).
  { about: 'us', code: /^5\.(?:1\.(?:7|8|90)|2\.252|4\.[56])$/ },
  // Whether we may relay, and as whom: Postfix waits with it until the receiver, and Exim says it without a code.
  { about: 'us', step: 'RCPT TO', code: /^5\.7\./ },
  { about: 'us', step: 'RCPT TO', code: NO_CODE, says: OF_US },
  // Every other word at this step is about the receiver.
  { about: 'letter', step: 'RCPT TO' },
  // Exchange calls our own limit a mailbox that is full.
  { about: 'us', step: 'DATA', code: /^5\.2\.2$/, says: OF_US },
  // The receiver's address or mailbox, the size or the form of the letter.
  { about: 'letter', step: 'DATA', code: /^5\.(?:1\.(?:[1-6]|10)|2\.[1-4]|3\.4|6\.\d+)$/ },
  { about: 'us', step: 'DATA', code: VAGUE, says: OF_US },
  // Too large for the server or for the mailbox (RFC 5321).
  { about: 'letter', step: 'DATA', answers: [552], code: NO_CODE },
  { about: 'letter', step: 'DATA', code: VAGUE, says: OF_CONTENT },
];

/**
 * Whether a refusal is about this very letter or its receiver, so that it ends the letter. All else may be about us, and what no row
 * knows is taken for it: the next letter would fare alike, an operator can mend it, and a letter that waits is not lost.
 */
export const isAboutTheLetter = ({ step, answer, code, said }: Refusal): boolean => {
  // An address that is repeated may hold any word.
  const words = said.replaceAll(/\S*@\S*/g, '');
  const row = ROWS.find(
    (one) =>
      (one.step === undefined || one.step === step) &&
      (one.answers === undefined || one.answers.includes(answer)) &&
      (one.code === undefined || one.code.test(code)) &&
      (one.says === undefined || one.says.test(words)),
  );
  return row?.about === 'letter';
};

/** Codes for the receiver's address or mailbox. Others are about the server, or about who may send what and how often. */
const OF_RECEIVER = /^4\.[12]\./;

/** Whether a "later" is about this very letter or its receiver. Without a code 450 is a mailbox that cannot be reached now (RFC 5321). */
export const isPutOff = (refusal: Refusal): boolean =>
  (refusal.code === '' ? refusal.answer === 450 : OF_RECEIVER.test(refusal.code)) &&
  refusal.answer !== 421 &&
  isAboutTheLetter({ ...refusal, code: refusal.code.replace('4', '5') });
