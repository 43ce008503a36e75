import { normalized } from './normalized.ts';

/** Headers are compared without case, spaces and punctuation: `E-mail 1 - Value` is `email1value`. */
export const plainHeader = (header: string): string =>
  normalized(header, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What a column of a file of leads may mean, and by which names CRMs, address books and lead platforms export it, the likeliest
 * first; a number may follow.
 */
const ALIASES = {
  'first name': 'firstname fname first givenname forename namefirst',
  'last name': 'lastname lname last surname familyname namelast',
  name: 'fullname name displayname',
  email:
    'email emailaddress emailvalue emailpersonal personalemail personalemailaddress emailhome homeemail mail ' +
    'emailwork workemail emails emailaddresses',
  phone:
    'phone phonenumber phonevalue mobile mobilephone mobilephonenumber mobilenumber phonemobile cell cellphone ' +
    'cellphonenumber cellnumber cellularphone phonecell homephone homephonenumber phonehome telephone ' +
    'telephonenumber telephonemobile tel contactnumber workphone workphonenumber phonework businessphone dayphone ' +
    'daytimephone eveningphone nightphone otherphone alternatephone phones phonenumbers smsphone smsphonenumber',
  city: 'city cityname town citytown towncity locality addresscity locationcity desiredcity preferredcity',
  state:
    'state statecode statename stateprovince stateprovincetextonly stateregion stateorprovince statecounty province st ' +
    'addressstate addressregion locationstate desiredstate region',
  location: 'citystate cityandstate location preferredlocation desiredlocation',
  price: 'leadpurchaseprice leadprice leadcost leadamount priceperlead costperlead cpl price priceusd cost amount',
  description:
    'description leaddescription notes note leadnotes comments comment leadcomments leadcomment message inquiry ' +
    'inquirymessage details remarks requirements lookingfor additionalnotes additionalcomments background summary',
  address:
    'address addressline streetaddress street streetname addressstreet streetline addr fulladdress addressformatted',
  created:
    'created createdat createdon createddate createddatetime createdtime createdate creationdate datecreated date ' +
    'dateadded addeddate addedat added leadcreated leadcreateddate leaddate registered registereddate ' +
    'registrationdate dateregistered received receivedat datereceived submitted submittedat submittedon ' +
    'submissiondate timestamp inquirydate',
} as const;

export type LeadField = keyof typeof ALIASES;

export const LEAD_FIELDS = Object.keys(ALIASES) as readonly LeadField[];

const NAMES = new Map(LEAD_FIELDS.map((field) => [field, ALIASES[field].split(' ')]));

/** The person that many exports name in every header: `Lead Email`, `Contact Phone 1`. */
const PERSON =
  /^(?:lead|contact|buyer|client|customer|consumer|prospect|primary|person|borrower|applicant|subscriber)(?=.)/;

/** Words that mean the lead and nobody else: an `Email` is not the lead's where there is a `Lead Email`. */
const OF_THE_LEAD = /^(?:lead|buyer|client|customer|consumer|prospect|borrower|applicant|subscriber)(?=.)/;

/** Whether a header, in its plain form, says that it is about the lead and nobody else. */
export const isOfTheLead = (header: string): boolean => OF_THE_LEAD.test(header);

/** The lead's place is where the person lives or looks for a home: `Property City`, `Mailing State`. */
const PLACE = /^(?:property|listing|mailing|home|primary|current|billing|contact|lead|buyer|client|customer)(?=.)/;

/** Matches nothing. The header of a price keeps its owner: `Property Price` is the price of a home, and not of a lead. */
const NOBODY = /^(?!)/;

const OWNERS: Readonly<Partial<Record<LeadField, RegExp>>> = {
  city: PLACE,
  state: PLACE,
  address: PLACE,
  location: PLACE,
  price: NOBODY,
};

const withoutNumber = (header: string): string =>
  header.replace(/\d+(?=value$|street$|city$|region$|state$|formatted$|$)|(?<=mail)\d+(?=address$)/, '');

/** The part of a header that says city, state or street, behind the part that says whose: `propertycity`. */
const PART_OF_PLACE =
  /(?:city(?:name|town)?|town(?:city)?|locality|state(?:code|name|province(?:textonly)?|region|orprovince|county)?|province|region|st|streetaddress|street(?:name|line)?|fulladdress|address(?:line)?|addr|formatted)(?=\d*$)/;

/**
 * The owner of the place in a header, in its plain form: `propertycity` and `propertystate` have one owner, `city` another,
 * `address2city` and `address2street` a third. The place of the lead, contact or buyer is the lead's own, as is one without an owner.
 */
export const ownerOf = (header: string): string => header.replace(PERSON, '').replace(PART_OF_PLACE, '');

/** How far a header, in its plain form, is from the likeliest name of a field: 0 is that name; `undefined` means something else. */
export const distanceTo = (field: LeadField, header: string): number | undefined => {
  const names = NAMES.get(field) ?? [];
  const forms = [header, header.replace(OWNERS[field] ?? PERSON, '')];
  const found = forms.map((form) => names.indexOf(withoutNumber(form))).filter((index) => index >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
};

/** A field by any of its names, as an operator types it: `Price`, `notes`. */
export const fieldNamed = (typed: string): LeadField | undefined =>
  LEAD_FIELDS.find((field) => plainHeader(field) === plainHeader(typed)) ??
  LEAD_FIELDS.find((field) => distanceTo(field, plainHeader(typed)) !== undefined);

/** Evidence that the person agreed to be contacted: forms' own columns, and the certificates of TrustedForm and Jornaya. A `Lead ID` is a number. */
export const isConsentHeader = (header: string): boolean =>
  /consent|opt(?:ed)?in|trustedform|^tcpa|^jornaya|^leadid(?!$)|^universalleadid|^gdpr|^confirm(?:time|ip)$/.test(
    header,
  );
