// Bundles each unit test for Node.js and runs them all.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { build } from 'esbuild'

const tests = readdirSync('tests').filter((f) => f.endsWith('.test.ts'))
mkdirSync('dist/tests', { recursive: true })
await build({
  entryPoints: tests.map((f) => `tests/${f}`),
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: 'dist/tests',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})
const files = tests.map((f) => `dist/tests/${f.replace(/\.ts$/, '.mjs')}`)
process.exit(spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' }).status ?? 1)
