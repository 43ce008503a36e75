import { DOCS_FILES } from '#adapters/http/docs/files.ts';
import type { Operation } from './operation.ts';

const ETAG = { ETag: { says: 'Changes with the content.', always: true } } as const;
const COMMON = { area: 'Documents', method: 'get', isAtHand: true } as const;
const UNCHANGED = { says: 'It is what `If-None-Match` names.', headers: ETAG };

export const DOCUMENT_OPERATIONS: readonly Operation[] = [
  {
    ...COMMON,
    id: 'readApiDocument',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    answers: { 200: { says: 'The document.', types: ['application/json'], headers: ETAG }, 304: UNCHANGED },
  },
  {
    ...COMMON,
    id: 'browseApiDocument',
    path: '/api/docs',
    summary: 'This API as a page',
    answers: { 200: { says: 'The page.', types: ['text/html'], headers: ETAG }, 304: UNCHANGED },
  },
  ...DOCS_FILES.map(({ path, type }) => ({
    ...COMMON,
    id: `readDocs${type === 'text/css' ? 'Style' : 'Script'}`,
    path,
    summary: `The ${type === 'text/css' ? 'style' : 'script'} of the page`,
    answers: { 200: { says: 'The file.', types: [type], headers: ETAG }, 304: UNCHANGED },
  })),
  {
    ...COMMON,
    id: 'readWeeklyEvent',
    path: '/new-leads.ics',
    summary: 'The weekly arrival of new leads, for calendars',
    answers: { 200: { says: 'An iCalendar file.', types: ['text/calendar'] } },
  },
];
