import { expect, test } from 'vitest';
import { mayLeadTo } from './access.ts';

const hosts = ['institute.example', 'localhost:8080'];
test.each([
  ['/staff', true],
  ['https://institute.example/x?y', true],
  ['http://localhost:8080/', true],
  ['https://evil.example/', false],
  ['//evil.example/', false],
  ['/\\evil.example', false],
  ['https://institute.example@evil.example/', false],
  ['https://user:word@institute.example/', false],
  ['https://institute.example.evil.example/', false],
  ['javascript:alert(1)', false],
  ['not an address', false],
])('%s lands on %s', (address, isAllowed) => expect(mayLeadTo(address, hosts)).toBe(isAllowed));
