// Part of `npm run check`: the API description passes its linter, and the client that is typed from it compiles (with TypeScript 5, which
// openapi-typescript needs).
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeApi } from '@abhyas/server/http/openapi';

const source = JSON.stringify(describeApi());

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, config });
for (const { severity, ruleId, message, location } of problems)
  process.stdout.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);

mkdirSync(join(import.meta.dirname, 'dist'), { recursive: true });
writeFileSync(join(import.meta.dirname, 'dist/api.d.ts'), astToString(await openapiTypescript(source)));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', import.meta.dirname], { stdio: 'inherit' });
process.exitCode = problems.length > 0 || compiled.status !== 0 ? 1 : 0;
