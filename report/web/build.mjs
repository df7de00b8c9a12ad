// Bundles the page: one file, script and style inside, with places for what quiesce puts in.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const result = await build({
  entryPoints: ['src/main.tsx'],
  bundle: true,
  minify: true,
  write: false,
  outdir: 'dist',
  format: 'iife',
  target: ['chrome100', 'firefox100', 'safari15'],
  legalComments: 'inline',
  charset: 'ascii',
  logLevel: 'warning',
})
const of = (ending) => result.outputFiles.find((f) => f.path.endsWith(ending)).text.trim()

// A replacement text would read "$&" as the match: so a function. "</script" must not occur inside of a script.
const put = (page, mark, text) => {
  if (page.split(mark).length !== 2) throw new Error(`${mark} is not there exactly once`)
  return page.replace(mark, () => text)
}
let page = readFileSync('src/report.html', 'utf8')
page = put(page, '/* STYLE */', of('.css'))
page = put(page, '/* SCRIPT */', of('.js').replaceAll('</script', '<\\/script'))
for (const mark of ['QUIESCE TITLE', 'QUIESCE TEXT', '"QUIESCE DATA"'])
  if (page.split(mark).length !== 2) throw new Error(`${mark} is not there exactly once`)
if (page.includes(')~page~"')) throw new Error('the page would end the literal that it stands in')
mkdirSync('dist', { recursive: true })
writeFileSync('dist/report.html', page)
