/** How CRMs, lead platforms, address books and spreadsheets export people: each with three good rows and what is wrong in the others. */
export type Layout = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly encoding?: string;
  readonly mapping?: Readonly<Record<string, string>>;
  /** The line of each rejected row. */
  readonly rejected?: readonly number[];
};

const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');

/** In every layout the first three people are these. */
export const PEOPLE = [
  { firstName: 'Ann Marie', lastName: 'Lee', email: 'ann@example.com', city: 'Austin', state: 'TX', price: 2_500 },
  {
    firstName: 'Björn',
    lastName: "O'Brien",
    email: 'bjorn@example.com',
    city: 'Salt Lake City',
    state: 'UT',
    price: 125_000,
  },
  { firstName: 'Zoë', lastName: 'Núñez', email: 'zoe@example.com', city: 'Portland', state: 'ME', price: 1_950 },
] as const;

export const LAYOUTS: readonly Layout[] = [
  {
    name: 'a lead platform',
    content: lines(
      'source_id,lead_purchase_price,fname,lname,address1,address2,city,state,zip,phone1,phone2,email,lead_comments,universal_leadid',
      '7,25.00,Ann Marie,Lee,12 Oak Street,Apt 4,Austin,TX,78701,5125550142,,ann@example.com,Three bedrooms,ABCD-1',
      `7,1250,Björn,O'Brien,,,Salt Lake City,UT,84101,,8015550100,bjorn@example.com,,ABCD-2`,
      '7,19.5,Zoë,Núñez,,,Portland,ME,04101,2075550111,,zoe@example.com,"Wants ""light"", and a yard",ABCD-3',
      '7,,Cy,Tran,,,Boise,ID,83701,2085550101,,cy@example.com,,ABCD-4',
    ),
    rejected: [5],
  },
  {
    name: 'a CRM with numbered columns (Follow Up Boss)',
    content: lines(
      'ID,Date Added,Name,First Name,Last Name,Stage,Lead Source,Is Contacted,Lead Cost,Assigned To,Email 1,Email 1 - Type,Phone 1,Phone 1 - Type,Phone 2,Property Address,Property City,Property State,Property Price,Background',
      '1,2026-11-02 10:00:00,Ann Marie Lee,Ann Marie,Lee,Lead,Zillow,No,$25.00,Joe Agent,ann@example.com,home,(512) 555-0142,mobile,,12 Oak St,Austin,Texas,"$450,000",Three bedrooms',
      `2,2026-11-02 11:00:00,Björn O'Brien,Björn,O'Brien,Lead,Zillow,No,"$1,250.00",Joe Agent,bjorn@example.com,home,,,801-555-0100,,Salt Lake City,Utah,,`,
      '3,2026-11-03 11:00:00,Zoë Núñez,Zoë,Núñez,Nurture,Website,Yes,$19.50,Joe Agent,zoe@example.com,home,+1 207 555 0111,mobile,,,Portland,Maine,,"Line one\r\nline two"',
      '4,2026-11-03 11:00:00,Cy Tran,Cy,Tran,Lead,Website,No,$20.00,Joe Agent,,,,,,,Boise,Idaho,,No contact',
    ),
    rejected: [6],
  },
  {
    name: 'a CRM in lower case (kvCORE, BoldTrail)',
    content: lines(
      'first_name,last_name,email,cell_phone_1,home_phone,primary_address,primary_city,primary_state,primary_zip,deal_type,lead_price,notes,email_optin',
      'Ann Marie,Lee,ann@example.com,5125550142,,12 Oak Street,Austin,tx,78701,buyer,25,Three bedrooms,yes',
      `Björn,O'Brien,bjorn@example.com,,8015550100,,Salt Lake City,ut,84101,buyer,1250,,yes`,
      'Zoë,Núñez,zoe@example.com,2075550111,,,Portland,me,04101,buyer,19.50,,no',
    ),
  },
  {
    name: 'a portal (contact name, property in one cell)',
    content: lines(
      'Contact Name,Contact Email,Contact Phone,Inquiry Date,Location,Message,Cost Per Lead',
      'Ann Marie Lee,ann@example.com,(512) 555-0142,11/02/2026,"Austin, TX",Three bedrooms,$25',
      `"O'Brien, Björn",bjorn@example.com,801.555.0100,11/02/2026,"Salt Lake City, UT 84101",,"$1,250"`,
      'Zoë Núñez,zoe@example.com,,11/03/2026,"Portland, Maine, USA",,$19.50',
      'Cy Tran,cy@example.com,,11/03/2026,"Toronto, Ontario",,$19.50',
    ),
    rejected: [5],
  },
  {
    name: 'HubSpot',
    content: lines(
      '"Record ID","First Name","Last Name","Email","Phone Number","Mobile Phone Number","Street Address","City","State/Region","Postal Code","Lead Status","Create Date","Price","Legal basis for processing contact\'s data","Marketing consent"',
      '"101","Ann Marie","Lee","ann@example.com","","(512) 555-0142","12 Oak Street","Austin","Texas","78701","NEW","2026-11-02 10:00","25.0000","","given"',
      `"102","Björn","O'Brien","bjorn@example.com","+1 801-555-0100","","","Salt Lake City","Utah","84101","NEW","2026-11-02 10:00","1250.00","","given"`,
      '"103","Zoë","Núñez","zoe@example.com","","","","Portland","Maine","04101","OPEN","2026-11-02 10:00","19.5","",""',
    ),
  },
  {
    name: 'Mailchimp, with merge tags and the evidence of double opt-in',
    content: lines(
      '"Email Address","First Name","Last Name",Address,"Phone Number",City,State,Price,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LEID,NOTES',
      'ann@example.com,"Ann Marie",Lee,"12 Oak Street  Austin  TX  78701",5125550142,Austin,TX,25,3,"2026-11-02 10:00:00",192.0.2.7,"2026-11-02 10:01:00",192.0.2.7,1,"Three bedrooms"',
      `bjorn@example.com,Björn,O'Brien,,8015550100,"Salt Lake City",UT,1250,2,,,"2026-11-02 10:01:00",192.0.2.8,2,`,
      'zoe@example.com,Zoë,Núñez,,,Portland,ME,19.50,2,,,"2026-11-02 10:01:00",192.0.2.9,3,',
    ),
  },
  {
    name: 'Google Contacts',
    content: lines(
      'First Name,Middle Name,Last Name,Nickname,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Custom Field 1 - Value',
      'Ann Marie,,Lee,,Three bedrooms,* Home,ann@example.com ::: lee@example.com,Mobile,+1 512-555-0142 ::: +1 512-555-0199,Home,"12 Oak Street\nAustin, TX 78701",12 Oak Street,Austin,TX,78701,25',
      `Björn,,O'Brien,,,Home,bjorn@example.com,,,Home,,,Salt Lake City,UT,84101,1250`,
      'Zoë,,Núñez,,,Home,zoe@example.com,,,Home,,,Portland,ME,04101,19.50',
    ),
    mapping: { 'Custom Field 1 - Value': 'price' },
  },
  {
    name: 'lead ads (UTF-16, tabs, prefixed values)',
    content: Buffer.from(
      `\uFEFF${lines(
        'id\tcreated_time\tad_id\tad_name\tform_name\tplatform\tfull_name\temail\tphone_number\tcity\tstate\tprice\tlead_status',
        'l:1\t2026-11-02T10:00:00-06:00\tag:1\tBuyers\tForm\tfb\tAnn Marie Lee\tann@example.com\tp:+15125550142\tAustin\tTX\t25\tCREATED',
        `l:2\t2026-11-02T10:00:00-06:00\tag:1\tBuyers\tForm\tig\tBjörn O'Brien\tbjorn@example.com\tp:+18015550100\tSalt Lake City\tUtah\t1250\tCREATED`,
        'l:3\t2026-11-02T10:00:00-06:00\tag:1\tBuyers\tForm\tig\tZoë Núñez\tzoe@example.com\tp:+12075550111\tPortland\tmaine\t19.50\tCREATED',
        'l:4\t2026-11-02T10:00:00-06:00\tag:1\tBuyers\tForm\tig\tTest Lead\ttest@example.com\tp:<test lead: dummy data>\tPortland\tmaine\t19.50\tCREATED',
      )}`,
      'utf16le',
    ),
    rejected: [5],
  },
  {
    name: 'Excel where the comma is a decimal point',
    content: `\uFEFF${lines(
      'First Name;Last Name;E-Mail;Mobile;Town;State;Price;Comments',
      'Ann Marie;Lee;ann@example.com;512 555 0142;Austin;TX;25,00;"Three bedrooms; cash"',
      `Björn;O'Brien;bjorn@example.com;;Salt Lake City;UT;1.250,00;`,
      'Zoë;Núñez;zoe@example.com;2075550111,0;Portland;ME;19,50;',
      ';;;;;;;',
    )}`,
  },
  {
    name: 'Excel in the code page of Windows',
    content: Buffer.from(
      lines(
        'First,Last,Email,Tel,City,ST,Price',
        'Ann Marie,Lee,ann@example.com,512-555-0142,Austin,TX,$25.00 ',
        `Björn,O'Brien,bjorn@example.com,801-555-0100,Salt Lake City,UT,"$1,250.00 "`,
        'Zoë,Núñez,zoe@example.com,207-555-0111,Portland,ME,$19.50 ',
      ),
      'latin1',
    ),
    encoding: 'windows-1252',
  },
  {
    name: 'Outlook',
    content: lines(
      'Title,First Name,Middle Name,Last Name,Company,Home Street,Home City,Home State,Home Postal Code,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,Notes,Lead Price',
      ',Ann Marie,,Lee,,12 Oak Street,Austin,TX,78701,,,(512) 555-0142,ann@example.com,SMTP,Three bedrooms,25',
      `,Björn,,O'Brien,,,Salt Lake City,UT,84101,(801) 555-0100,,,bjorn@example.com,SMTP,,1250`,
      ',Zoë,,Núñez,,,Portland,ME,04101,,(207) 555-0111,,zoe@example.com,SMTP,,19.5',
    ),
  },
];
