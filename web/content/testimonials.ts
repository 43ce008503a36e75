export type Testimonial = {
  readonly name: string;
  readonly location: string;
  readonly text: string;
  readonly role: string;
};

/** Shown above the quotes for as long as they are samples. */
export const TESTIMONIALS_NOTE = 'Sample quotes that show how agents work with Homelead.';

/** Samples, said by nobody: replace them by what customers have really said, with their leave. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Maria Gonzalez',
    location: 'Phoenix',
    role: 'Realtor',
    text: 'Two of my first five leads booked a showing in the same week. Nobody else had called them.',
  },
  {
    name: 'James Whitfield',
    location: 'Charlotte',
    role: 'Broker',
    text: 'I buy three every Monday before my team meeting. It takes less time than my coffee.',
  },
  {
    name: 'Priya Nair',
    location: 'Austin',
    role: 'Agent',
    text: 'No contract, no monthly minimum. I pay for the cities I work in and nothing else.',
  },
  {
    name: 'Daniel Kowalski',
    location: 'Columbus',
    role: 'Realtor',
    text: 'The notes say what the buyer wants and by when, so my first call is already about houses.',
  },
  {
    name: 'Aisha Bello',
    location: 'Nashville',
    role: 'Broker',
    text: 'We keep the Lead Vault open beside the map. Every agent works her own part of town from it.',
  },
  {
    name: 'Tom Reyes',
    location: 'Sacramento',
    role: 'Agent',
    text: 'I could see at once which leads have a phone number. No surprises after paying.',
  },
];
