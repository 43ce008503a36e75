import { describe, expect, it } from 'vitest';

import { mailFailure } from '#adapters/smtp/mail-failure.ts';
import { MailInDoubt } from '#application/ports/mailer.ts';

import { CANARY, expectUntaken } from './rig.ts';

describe('a fault without an answer', () => {
  const faultOf = (codes: object): unknown => mailFailure(Object.assign(new Error(CANARY), codes));

  it.each([
    ['a name that no DNS server tells', { code: 'EDNS', originalCode: 'ESERVFAIL' }],
    ['TLS that cannot begin', { code: 'ETLS' }],
    ['a sign-in that cannot be', { code: 'ENOAUTH' }],
    ['a server that lets nobody in', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
    ['a machine without a port for it', { code: 'ESOCKET', originalCode: 'EADDRNOTAVAIL' }],
    ['a machine without a file for it', { code: 'ESOCKET', originalCode: 'EMFILE' }],
    ['a machine on which all files are taken', { code: 'ESOCKET', originalCode: 'ENFILE' }],
    ['a machine without a network', { code: 'ESOCKET', originalCode: 'ENETDOWN' }],
    ['a certificate of another server', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['a server that is not reached', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'CONNECT_TIMEOUT' }],
    ['a server that never greets', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }],
    ['TLS that never comes about', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'UPGRADE_TIMEOUT' }],
    ['connections that were closed before the letter had begun', { code: 'ECONNECTION' }],
  ])('is none in which the server could have had the mail: %s', (_name, codes) => {
    expectUntaken(faultOf(codes));
  });

  it.each([
    { code: 'ESOCKET', originalCode: 'ECONNRESET' },
    { code: 'ETIMEDOUT' },
    { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' },
    { code: 'ECONNECTION', command: 'CONN' },
    {},
  ])('is in doubt where it could: %j', (codes) => {
    expect(faultOf(codes)).toBeInstanceOf(MailInDoubt);
  });
});
