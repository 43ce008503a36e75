import { describe, expect, it } from 'vitest';

import { contactIn, nameWordsIn } from '#domain/description.ts';

const ANN = {
  firstName: 'Ann',
  lastName: 'Lee',
  emails: ['ann@example.com'],
  phones: ['(512) 555-0142'],
};

describe('a description', () => {
  it.each([
    'Write to ann@example.com',
    'Write to ann (at) example (dot) com',
    'ANN@EXAMPLE.CO.UK please',
    'ann at gmail dot com',
    'ann at leak dot example dot com',
    'ann  (at)  example  (dot)  com',
    'Ann@Example . com',
    'ann@example. com',
    'ann＠example.com',
    'ann@example。com',
    'a\u200bnn\u200b@exam\u00adple.com',
    'lily at gmail.com, please',
    'lily7 at leak.example.com',
    'lily.lee at example . com',
    'write to Ann at example.com',
  ])('holds an e-mail address: %s', (text) => {
    expect(contactIn(text, ANN)).toEqual(['an e-mail address']);
  });

  it.each([
    'Call 713-555-0199, evenings',
    'Call (713) 555-0199.',
    'Call 713.555.0199',
    'Call 7135550199!',
    'Call +1 713 555 0199',
    'Call +44 20 7946 0958',
    'call 555-0142 after six',
    'tel:713 555-0199',
    'call 555-0199 after six',
    'Text me at 555 0199',
    'Cell: 5550199',
    'Call 713–555–0199',
    'Call 713‑555‑0199',
    'Call 713−555−0199',
    'Call 713·555·0199',
    'Call 713•555•0199',
    'Call 713_555_0199',
    'Call 713/555/0199',
    'Call 713*555~0199',
    'Call [713] 555 0199',
    'Call ７１３ ５５５ ０１９９',
    'Call 713\u200b555\u200b0199',
    'Call 7\ufe0f\u20e31\ufe0f\u20e33\ufe0f\u20e35550199',
    'Call +49 30/1234567',
    'call 555–0142 after six',
    'call ５５５＿０１４２',
    '5 5 5, 0 1 4 2',
  ])('holds a phone number: %s', (text) => {
    expect(contactIn(text, ANN)).toEqual(['a phone number']);
  });

  it.each(['For Ann Lee and family', 'LEE, ANN wants three bedrooms', 'ann  lee'])(
    "holds the lead's name: %s",
    (text) => {
      expect(contactIn(text, ANN)).toEqual(["the lead's own name"]);
    },
  );

  it.each([
    ['Sofía', 'Núñez', 'Sofia Nunez looks for a condo'],
    ['Bjørn', 'Wałęsa', 'BJORN WALESA looks for a condo'],
    ['Bjorn', 'Strauss', 'Bjørn Strauß looks for a condo'],
    ['Sean', "O'Brien", 'Sean O’Brien wants a condo'],
    ['Sean', 'O’Brien', "For SEAN O'BRIEN"],
    ['Ann-Marie', 'Fox', 'Ann Marie Fox wants a yard'],
    ['Ann Marie', 'Fox', 'Fox, Ann‑Marie wants a yard'],
    ['Lena', 'Smith-Jones', 'Lena Smith Jones'],
    ['Bob', 'Lee Jr.', 'Bob Lee Jr wants a loft'],
    ['Bob', 'Lee Jr.', 'Wants a loft: Bob Lee Jr.'],
    ['Bob', 'Lee, III', 'Bob Lee wants a loft'],
    ['J', 'Lee', 'J Lee wants a yard'],
    ['J', 'Lee', 'Lee, J: wants a yard'],
    ['J.', 'Lee', 'J. Lee wants a yard'],
    ['J.', 'Lee', 'J Lee wants a yard'],
    ['J', 'Lee', 'Lee, J. wants a yard'],
    ['Ann M.', 'Lee', 'Ann M. Lee wants a yard'],
    ['Ann M', 'Lee', 'ANN M. LEE WANTS A YARD'],
    ['J. R.', 'Lee', 'J. R. Lee wants a yard'],
    ['J. R.', 'Lee', 'J.R. Lee wants a yard'],
    ['J.R.', 'Lee', 'J. R. Lee wants a yard'],
    ['J.R.', 'Lee', 'J.R. Lee wants a yard'],
    ['J.', 'Lee Jr.', 'J. Lee wants a yard'],
    ['Wm.', 'Lee', 'Wm. Lee wants a yard'],
    ['Wm.', 'Lee', 'Wm Lee wants a yard'],
  ])('holds the name of %s %s however it is typed: %s', (firstName, lastName, text) => {
    expect(contactIn(text, { ...ANN, firstName, lastName })).toEqual(["the lead's own name"]);
  });

  it.each([
    ['Ann Lee and Bob', 'Tran', 'Ann Lee wants a yard'],
    ['Ann Lee and Bob', 'Tran', 'For Tran, Bob'],
    ['Ann & Bob', 'Lee', 'Ann Lee wants a yard'],
    ['Ann & Bob', 'Lee', 'Ann & Bob Lee want a yard'],
    ['Ann Lee AND', 'Bob', 'Bob Lee wants a yard'],
    ['Ann Lee, Bob', 'Tran', 'Ann Lee wants a yard'],
    ['Garcia Lopez, Ana', 'Maria', 'Ana Garcia wants a yard'],
    ['Garcia Lopez, Ana', 'Maria', 'For Ana Maria Garcia Lopez'],
    ['Garcia Lopez, Ana', 'Maria', 'Ana Lopez wants a yard'],
    ['Ana y Luis', 'de la Cruz', 'Ana de la Cruz busca casa; Ana Cruz'],
    ['Ana y Luis', 'de la Cruz', 'Luis de la Cruz busca casa'],
    ['Angela & Bob', 'Lee', 'Angela Lee wants a yard'],
    ['Vanessa & Bob', 'Lee', 'Vanessa Lee wants a yard'],
    ['Angela Rose', 'Lee', 'Angela Lee wants a yard'],
    ['Vanessa Rose', 'Lee', 'Vanessa Lee wants a yard'],
    ['Minh Le and Bob', 'Tran', 'Minh Le wants a yard'],
    ['Mac & Bob', 'Lee', 'Mac Lee wants a yard'],
    ["Ann Lee (Bob's", 'wife)', 'Ann Lee wants a yard'],
    ['Elizabeth (Liz)', 'Lee', 'Liz Lee wants a yard'],
    ['Dr. Ann', 'Lee', 'Ann Lee wants a yard'],
    ['Dr. Ann', 'Lee', 'Dr. Ann Lee wants a yard'],
    ['Ann Marie', 'Lee', 'Ann Lee wants a yard'],
    ['Ann Marie', 'Lee', 'Lee, Ann: wants a yard'],
    ['Ann 🌸', 'Lee', 'Ann Lee wants a yard'],
    ['Ann', 'Lee, Realtor', 'Ann Lee wants a yard'],
    ['Lena', 'Smith-Jones', 'Lena Jones wants a yard'],
    ['Maria', 'de la Cruz', 'Maria Cruz wants a yard'],
    ['Ann Lee', '', 'Ann Lee wants a yard'],
    ['', 'Ann Lee', 'Ann Lee wants a yard'],
    ['Ann', 'Lee', 'https://homes.example/thanks?name=Ann+Lee&zip=78701'],
    ['Bob', "O'Brien", 'Bob O&#39;Brien wants a yard'],
    ['Bob', "O'Brien", 'Bob O&#X27;Brien wants a yard'],
    ['Bob', 'O&apos;Brien', "Bob O'Brien wants a yard"],
    ['Álvaro', 'Núñez', '&Aacute;lvaro N&uacute;&ntilde;ez wants a yard'],
    ['José', 'Núñez', 'name=Jos%C3%A9%20N&uacute;&ntilde;ez'],
    ['李小龙', '', '李小龙想买房'],
    ['小龙', '李', '李小龙想买房'],
    ['지은', '김', '김지은은 집을 찾습니다'],
    ['สมชาย', 'ใจดี', 'คุณสมชาย ใจดีต้องการบ้าน'],
  ])('holds a whole name that is in %j %j: %s', (firstName, lastName, text) => {
    expect(contactIn(text, { ...ANN, firstName, lastName })).toEqual(["the lead's own name"]);
  });

  it.each([
    'From https://homes.example/thanks?email=lily%40leak.example&zip=78701',
    'Sent by lily&#64;leak.example',
    'Sent by lily&#064;leak.example',
    'Sent by lily&#x40;leak.example',
    'Sent by lily&commat;leak.example',
    'Sent by lily&amp;#64;leak.example',
    'ann&nbsp;at&nbsp;example.com',
    'lily&#1;@leak.example',
    'lily@&#x80;leak.example',
    'lily&#129;@leak.example',
    'lily@le&shy;ak.example',
    'lily%2540leak.example',
    'lily&amp;#37;40leak.example',
    'lily&amp;AMP;commat;leak.example',
    'ann%20at%20example%2Ecom',
  ])('holds as pages write it an e-mail address: %s', (text) => {
    expect(contactIn(text, ANN)).toEqual(['an e-mail address']);
  });

  it.each([
    '713&#45;555&#45;0199',
    'phone=713%20555%200199',
    '(713)&nbsp;555&nbsp;0199',
    '713&#150;555&#150;0199',
    'Puts down 20%713-555-0199',
  ])('holds as it stands, and as pages write it, a phone number: %s', (text) => {
    expect(contactIn(text, ANN)).toEqual(['a phone number']);
  });

  it('holds any address and any number of the lead', () => {
    const ann = {
      ...ANN,
      emails: [...ANN.emails, 'ann@work-mail.com'],
      phones: ['713-555-0199', ...ANN.phones, '(303) 555-0177'],
    };
    expect(contactIn('Write ann at work-mail.com', ann)).toEqual(['an e-mail address']);
    expect(contactIn('Evenings 555-0142', ann)).toEqual(['a phone number']);
    expect(contactIn('Evenings 555-0177', ann)).toEqual(['a phone number']);
  });

  it('holds the address of the lead also in another case and with the word for the @', () => {
    expect(contactIn('ann at example.com', { ...ANN, emails: ['Ann@Example.com'] })).toEqual(['an e-mail address']);
  });

  it.each([
    ['', ''],
    ['', 'Lee'],
    ['Ann', ''],
  ])('holds no name of a lead that has no whole one: %j %j', (firstName, lastName) => {
    expect(contactIn('Big (quiet). & nice: Lee, or Ann .', { ...ANN, firstName, lastName })).toEqual([]);
  });

  it('holds no name that only two of its sentences make', () => {
    expect(contactIn('Talked to Ann. Lee County is fine', ANN)).toEqual([]);
  });

  it.each([
    '',
    'Pre-approved for $420,000. Three bedrooms, 2,000-2,500 sq ft, near 78701-1234.',
    'Budget $650,000 - $720,000, between 500000 and 650000',
    'Built 1990-2005, 3/2, MLS 4512345, closing 12/15/2026 at 10:30',
    'Within 20 minutes @ downtown; looking at zillow.com',
    'Lives @ downtown. Looking for a yard',
    'Meet at example.com, listed at realtor.com, works at dell.com',
    'Saw it e.g. at zillow.com, 3br/2ba at har.com, from 10am at example.com',
    'Unit A12 at noon. Call it home',
    'Open 24/7, since 2019/2020, 1990–2005, 2½ baths, 3·2·1850',
    'Budget 450–500k – 2,000–2,500 sq ft; 500 000 – 650 000; 500.000/650.000',
    'Units 101, 102, 1034; zip 78701–1234 or 78702',
    'Wants 800-1200 sq ft; call after 1800, or at 10 for 450-5000',
    'Call it 900-1200 sq ft; text about MLS 2345678',
    'Joanne Leeds knows the area',
    'Gann Lee Street, or Joann Lee Park',
    'Offers $550,142 for 4142 sq ft',
    'Puts 20% down, 5%20 or 50%40 at most, R&D; wants a B&B & a yard &c.',
    'Ann and Lee; Ann & Bob, or Ann Marie',
  ])('holds nothing of a contact: %s', (text) => {
    expect(contactIn(text, ANN)).toEqual([]);
  });

  it('is looked at again when it holds a single name of the lead', () => {
    expect(nameWordsIn('Ann wants a yard', ANN)).toEqual(['Ann']);
    expect(nameWordsIn('Annual leeway, plan ahead', ANN)).toEqual([]);
  });

  it.each([
    ['ANN', 'Ann wants three beds'],
    ['ann', 'Ann wants three beds'],
    ['ann', 'ann wants three beds'],
    ['Ann', 'FOR ANN AND HER FAMILY'],
    ['LEE', 'Ms. Lee wants a yard'],
    ["O'Brien", 'The O’Brien family'],
    ["O'BRIEN", 'The O’Brien family'],
    ['MCDONALD', 'Mr. McDonald looks for a loft'],
    ["D'Angelo", "the d'Angelos' friend d'Angelo"],
    ['Álvarez', 'Mr. Alvarez wants a condo'],
    ['Alvarez', 'Mr. A\u0301lvarez wants a condo'],
    ['Ann-Marie', 'Ann Marie wants a yard'],
    ['Lee Jr.', 'Mr. Lee wants a yard'],
    ['İpek', 'İstanbul or here: Ipek wants a view'],
    ['Ann', 'İİİ Ann'],
    ['王伟', '王伟 wants a view'],
  ])('is looked at again for the name %s: %s', (name, text) => {
    expect(nameWordsIn(text, { ...ANN, firstName: name, lastName: '' })).toEqual([name]);
    expect(nameWordsIn(text, { ...ANN, firstName: '', lastName: name })).toEqual([name]);
  });

  it.each([
    ['Park', 'Near a park, with parking'],
    ['PARK', 'Near a park'],
    ['Hill', 'İİİ up the hill İ'],
    ['J.', 'J. wants a yard'],
    ['', 'Anything goes'],
  ])('has nothing of the name %j: %s', (name, text) => {
    expect(nameWordsIn(text, { ...ANN, firstName: name, lastName: '' })).toEqual([]);
  });

  it.each([
    ['Ann Lee and Bob', 'Tran', 'Bob wants a yard, Ann does not', ['Ann', 'Bob']],
    ['Ann & Bob', 'Lee', 'Ann and Bob want a yard', ['Ann', 'Bob']],
    ["Ann Lee (Bob's", 'wife)', 'Bob and his wife want a yard', ['Bob']],
    ['Dr. Ann', 'Lee', 'Ann wants a yard', ['Ann']],
    ['Ann Marie', 'Lee', 'Marie wants a yard', ['Marie']],
    ['Ann Marie', 'Lee', 'Ann-Marie wants a yard', ['Ann Marie']],
    ['Ann 🌸', 'Lee', 'Ann wants a yard', ['Ann']],
    ['Ann', 'Lee, Realtor', 'The Lee family', ['Lee']],
    ['Lena', 'Smith-Jones', 'Ms. Jones wants a yard', ['Jones']],
    ['小龙', '李', '小龙想买房', ['小龙']],
    ['Ann Lee (the', 'wife)', 'The Lee family', ['Lee']],
  ])('is looked at again for single words of %s %s: %s', (firstName, lastName, text, names) => {
    expect(contactIn(text, { ...ANN, firstName, lastName })).toEqual([]);
    expect(nameWordsIn(text, { ...ANN, firstName, lastName })).toEqual(names);
  });

  it.each([
    ['Ann Lee and Bob', 'Tran', 'Three beds AND a yard'],
    ['Dr. Ann', 'Lee', 'On Oak Dr. or Elm Dr'],
    ['Dr.', 'Lee', 'On Oak Dr. or Elm Dr'],
    ['Ann', 'Lee, Realtor', 'Has no Realtor'],
    ["Ann Lee (Bob's", 'wife)', 'His wife wants a yard'],
    ['J. R.', 'Lee', 'Near Robert J. Park; in R-1 zoning'],
    ['Maria', 'de la Cruz', 'In La Jolla, or near De Soto'],
    ['Maria', 'do Carmo', 'Do not call before noon'],
    ['Maria do', 'Carmo', 'Do not call before noon'],
    ['Ida', 'ten Boom', 'Ten acres'],
    ['Eva', 'Saint John', 'In Saint Paul'],
    ['Will & May', 'Grant', 'will move in may, with a grant'],
    ['Ann & Bob', 'Park', 'Near a park'],
  ])('has nothing of %s %s: %s', (firstName, lastName, text) => {
    expect(contactIn(text, { ...ANN, firstName, lastName })).toEqual([]);
    expect(nameWordsIn(text, { ...ANN, firstName, lastName })).toEqual([]);
  });

  it('takes no name for a pattern', () => {
    expect(contactIn('Anything goes', { ...ANN, firstName: '.*', lastName: '(' })).toEqual([]);
  });
});
