import { passwordStrength } from './password.ts';
import type { PasswordStrength } from './password.ts';

/** The words that make up the most common passwords of every published list, one after the other or with a few digits. */
const WORDS =
  `password passwort passw pass admin administrator root user login welcome letmein master secret access qwerty qwertz azerty
  qazwsx qweasd qweasdzxc asdf asdfgh asdfghjkl zxcvbn zxcvbnm asd qwe zxc abc test tester testing
  guest changeme default temp demo monkey dragon tiger lion eagle wolf bear panther jaguar falcon shark dolphin phoenix
  pussy kitty bunny puppy cat dog horse chicken turtle butterfly spider snoopy garfield mickey minnie donald bambi nemo
  iloveyou loveyou ilove love lover lovely loveme mylove honey sweet sweety sweetheart baby babygirl babyboy angel princess
  prince queen king kings kingdom barbie flower rose sunshine sunflower rainbow star starlight moon sun summer winter spring
  autumn monday friday january june july august september october november december football baseball basketball soccer
  hockey tennis golf golfer rugby volleyball arsenal chelsea liverpool barcelona juventus yankees cowboys lakers steelers
  packers raiders redsox broncos michael jordan jordon daniel andrew joshua matthew anthony christopher robert thomas
  william james john david charlie george jennifer jessica michelle ashley amanda nicole samantha elizabeth hannah maria
  anna laura sarah natasha andrea martin steven brandon justin ryan kevin jason patrick richard peter paul alex alexander
  max oliver oscar buster maggie bailey ginger pepper cookie chocolate banana orange apple cherry peanut cheese pizza
  coffee computer internet google facebook yahoo hotmail windows microsoft samsung nokia android linux server network
  system security pokemon pikachu naruto superman batman spiderman starwars matrix hello goodbye hola ciao bonjour hallo
  freedom forever friend friends family mother father mom dad sister brother jesus christ god heaven blessed faith hope
  lucky happy smile money dollar rich gold golden silver diamond platinum crystal hunter killer ninja samurai soldier
  warrior knight wizard magic mustang ferrari porsche mercedes bmw audi honda toyota yamaha harley corvette camaro chevy
  ford jeep shadow ghost devil hell death dark black white red blue green purple yellow pink computer trustno ranger
  cowboy pirate captain player gamer gaming minecraft roblox fortnite music guitar piano rock metal metallica slipknot
  nirvana eminem beatles london paris berlin london newyork boston chicago dallas austin texas florida california america
  canada mexico brasil brazil england france germany india russia moscow tokyo hunter2 batman maverick merlin thunder
  lightning storm fire ice water ocean beach fish fishing boat house home homes realtor realestate broker agent sales`.split(
    /\s+/,
  );

/** Runs of keys, and keys of two rows in turn. */
const RUNS =
  `1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 1qazxsw2 1qaz1qaz zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 q1w2e3 a1b2c3 a1b2c3d4
  1a2b3c 1a2b3c4d 1qw23e 123qwe 123qweasd qwe123 asd123 zxc123 123abc 1234qwer qwer1234 asdf1234 q12345 a12345 a123456
  a1234567 a12345678 a123456789 z123456 w123456 s123456 m123456 123456a 1234567a 12345678a 123456789a 12345a 123456q 12345q
  123321q 1g2w3e4r gfhjkm123 aa123456 aa12345678 ab123456 abcd1234 abc12345 qq123456 qq123123 123123a 123123q 111111a
  5201314a woaini1314 woaini520 1password 123love 2fast4u 4you2c r2d2c3po ncc1701 thx1138 blink182 sum41 u2u2u2 07jamesbond
  passw0rd p4ssw0rd p4ssword pa55word pa55w0rd passw0rd1 adm1n l3tm31n m0nkey dr4gon l0vely 1loveyou iloveu2 trustno1
  access14 ou812 rush2112 porsche911 bond007 agent007 matrix1 8675309a zaq1xsw2 xsw21qaz qazwsx123 qwert12345 qwerty12345`.split(
    /\s+/,
  );

const KNOWN: ReadonlySet<string> = new Set([...WORDS, ...RUNS]);

const isKnown = (text: string): boolean =>
  KNOWN.has(text) || KNOWN.has(text.replace(/\d{1,6}$/, '')) || KNOWN.has(text.replace(/^\d{1,4}/, ''));

/** Whether a password is among the most common, in any case: a known word with a few digits, that twice, or a run of keys. */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase();
  const half = text.slice(0, text.length / 2);
  return isKnown(text) || (half !== '' && half + half === text && isKnown(half));
};

const isOwnAddress = (password: string, email: string): boolean => {
  const [text, address] = [password.trim().toLowerCase(), email.trim().toLowerCase()];
  return address !== '' && (text === address || text === address.split('@')[0]);
};

/** How strong a password looks to somebody who knows its owner's address and the common passwords. Shown, never enforced. */
export const shownStrength = (password: string, email: string): PasswordStrength =>
  isCommonPassword(password) || isOwnAddress(password, email) ? 'Weak' : passwordStrength(password);
