// The page in a real browser: node browser.mjs QUIESCE ROOT. QUIESCE_SCREENSHOTS: a folder that gets pictures.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import puppeteer from 'puppeteer-core'

const [quiesce, root] = [process.env.QUIESCE_BINARY, process.env.QUIESCE_ROOT]
const pictures = process.env.QUIESCE_SCREENSHOTS
const folder = mkdtempSync(join(tmpdir(), 'quiesce-page-'))
let browser

const chromium = () => {
  for (const name of [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'])
    if (name && spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  throw new Error('no Chromium: install the package chromium')
}

// The report of a command line, as a file.
const html = (...args) => {
  const run = spawnSync(quiesce, [...args, '--format', 'html', '--progress', 'off'], { cwd: root, maxBuffer: 1 << 28 })
  assert([0, 1].includes(run.status), run.stderr.toString())
  return run.stdout
}
let files = 0
const stored = (bytes) => {
  const path = join(folder, `${++files}.html`)
  writeFileSync(path, bytes)
  return path
}

before(async () => {
  browser = await puppeteer.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu'] })
})
after(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

// Opens a page and fails for anything that it says on its console or asks the network for.
async function open(path, { hash = '', width = 1280, dark = false, script = true } = {}) {
  const page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  const trouble = []
  page.on('console', (m) => ['error', 'warn', 'assert'].includes(m.type()) && trouble.push(m.text()))
  page.on('pageerror', (e) => trouble.push(String(e)))
  page.on('dialog', (d) => {
    trouble.push(`a dialog: ${d.message()}`)
    d.dismiss()
  })
  page.on('request', (r) => {
    const own = r.url().startsWith('data:') || r.url().split('#')[0] === pathToFileURL(path).href
    if (!own) trouble.push(`a request: ${r.url()}`)
  })
  await page.setViewport({ width, height: 900 })
  await page.setJavaScriptEnabled(script)
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }])
  await page.goto(pathToFileURL(path).href + hash)
  return { page, trouble, close: () => page.close() }
}
const text = (page, selector) => page.$eval(selector, (e) => e.textContent)
const here = (page) => text(page, '[aria-current=step]')
const data = (path) => {
  const page = readFileSync(path, 'utf8')
  const start = page.indexOf('id="data">') + 'id="data">'.length
  return JSON.parse(page.slice(start, page.indexOf('</script>', start)))
}

let flip
test('the report of flip-45 is one file of at most 2 MB, and the same each time', () => {
  const bytes = html('compare', 'scenarios/flip-45.yaml')
  assert.deepEqual(html('compare', 'scenarios/flip-45.yaml'), bytes)
  flip = stored(bytes)
  assert(statSync(flip).size <= 2_000_000, `${statSync(flip).size} bytes`)
})

test('matrix, costs, runbook and diagram are there, without an error or a request', async () => {
  const { page, trouble, close } = await open(flip)
  assert.equal(await text(page, 'h1'), 'flip-45')
  assert((await page.$$('table.matrix tbody tr')).length >= 3)
  assert.equal((await page.$$('table.matrix thead th')).length, 1 + 10)
  assert.match(await text(page, 'table.costs'), /stop-with-savepoint.*run-1\/savepoint-3/s)
  assert.match(await text(page, '#runbook'), /flink stop -p DIRECTORY JOB_ID/)
  assert((await page.$$('#diagram svg .spot')).length > 20)
  assert((await page.$$('#diagram .message.barrier')).length > 2)
  assert.equal(await page.evaluate(() => document.querySelectorAll('#diagram .command').length > 1), true)
  assert.deepEqual(trouble, [])
  await close()
})

test('keys go from step to step, and the details and the address follow', async () => {
  const { page, trouble, close } = await open(flip)
  await page.focus('#diagram .scroll')
  await page.keyboard.press('ArrowDown')
  const first = await here(page)
  await page.keyboard.press('ArrowDown')
  const second = await here(page)
  assert.notEqual(first, second)
  assert((await text(page, '.details')).includes(second))
  assert.match(await page.evaluate(() => location.hash), /^#s=\d+$/)
  await page.keyboard.press('k')
  assert.equal(await here(page), first)
  await page.keyboard.press('End')
  const last = await here(page)
  await page.keyboard.press('j')
  assert.equal(await here(page), last)
  await page.keyboard.press('Home')
  assert.equal(await here(page), first)
  assert.deepEqual(trouble, [])
  await close()
})

test('an address leads to its step, also inside of folded steady state and of another run', async () => {
  const doc = data(flip)
  const command = doc.diagrams[0].entries.find((e) => e.role === 'command')
  const folded = doc.diagrams[2].entries.find((e) => e.fold !== undefined && e.weight === 'notable')
  for (const [hash, step] of [
    [`#s=${command.n}`, command],
    [`#d=2&s=${folded.n}`, folded],
  ]) {
    const { page, trouble, close } = await open(flip, { hash })
    await page.waitForSelector('[aria-current=step]')
    assert((await here(page)).includes(step.words), `${hash}: ${await here(page)}`)
    assert((await text(page, '.details h4')).startsWith(`Step ${step.n}`))
    const seen = await page.$eval('[aria-current=step]', (e) => {
      const box = e.getBoundingClientRect()
      return box.top >= 0 && box.bottom <= innerHeight
    })
    assert(seen, `${hash}: the step is in view`)
    assert.deepEqual(trouble, [])
    await close()
  }
})

test('a step shows what changes, and the state is the sum of all changes', async () => {
  const doc = data(flip)
  const end = doc.diagrams[0].entries.find((e) =>
    e.changes.some(([what, , to]) => what === 'run-1' && to === 'CANCELED'),
  )
  const { page, close } = await open(flip, { hash: `#s=${end.n}` })
  await page.waitForSelector('.changes')
  assert.match(await text(page, '.changes'), /run-1.*CANCELED/s)
  await page.click('.details summary')
  assert.match(await text(page, '.details details'), /next record of split 0\s*2700/)
  await close()
})

for (const [width, dark] of [
  [1280, false],
  [1280, true],
  [400, false],
  [400, true],
])
  test(`axe finds nothing serious at ${width} px, ${dark ? 'dark' : 'light'}, and nothing is wider than the page`, async () => {
    const { page, close } = await open(flip, { width, dark, hash: '#s=1' })
    await page.evaluate(axe.source)
    const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
    const serious = result.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
    assert.deepEqual(
      serious.map((v) => [v.id, v.nodes.map((n) => n.html).slice(0, 3)]),
      [],
    )
    assert((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    if (pictures) {
      await page.screenshot({ path: join(pictures, `flip-45-${width}${dark ? '-dark' : ''}.png`), fullPage: true })
      await page.screenshot({ path: join(pictures, `flip-45-${width}${dark ? '-dark' : ''}-top.png`) })
    }
    await close()
  })

test('a run is drawn over time, with its checkpoints, and costs are spread over the runs', async () => {
  const path = stored(html('compare', 'scenarios/wide-job.yaml', '--runs', '20', '--sink', 'plain'))
  const { page, trouble, close } = await open(path)
  assert.match(await text(page, '#time'), /behind the most at about 1[12][.0-9]* s: by \d+ records/)
  assert.match(await text(page, '#time'), /the client gives the command cancel/)
  assert((await page.$$('#time figure svg')).length >= 2)
  assert((await page.$$('#costs .plot svg')).length >= 3)
  const before = await text(page, '#time p')
  await page.select('#diagram select', '1')
  await page.waitForFunction((was) => document.querySelector('#time p').textContent !== was, {}, before)
  assert.deepEqual(trouble, [])
  if (pictures) await page.screenshot({ path: join(pictures, 'over-time.png'), fullPage: true })
  await close()
})

test('a broken promise links to the step of its trace where it breaks', async () => {
  const path = stored(html('explore', 'scenarios/defects/flink-23532.yaml', '--defect', 'FLINK-23532'))
  const { page, trouble, close } = await open(path)
  await page.click('table.matrix td.broken a')
  await page.waitForSelector('[aria-current=step]')
  assert.match(await here(page), /IS BROKEN/)
  assert((await page.$$('#diagram svg line.broken')).length === 1)
  assert.deepEqual(trouble, [])
  if (pictures) await page.screenshot({ path: join(pictures, 'broken.png'), fullPage: true })
  await close()
})

test('versions are told where they part, and a sweep is drawn', async () => {
  const path = stored(
    html(
      'compare',
      'scenarios/flip-45.yaml',
      '--way',
      'cancel',
      '--way',
      'stop-with-savepoint',
      '--semantics',
      '1.14',
      '1.15',
      '--runs',
      '3',
      '--sweep',
      'checkpoints.interval=5s,10s,20s',
    ),
  )
  const { page, trouble, close } = await open(path)
  assert.match(await text(page, '#part'), /flink-1.14 → flink-1.15/)
  assert((await page.$$('#costs .plot svg')).length >= 3)
  assert.deepEqual(trouble, [])
  if (pictures) await page.screenshot({ path: join(pictures, 'sweep.png'), fullPage: true })
  await close()
})

test('a name that looks like markup is a name', async () => {
  const nasty = '</script><script>alert(1)</script><!--<script>&amp; QUIESCE TEXT'
  const yaml = readFileSync(join(root, 'scenarios/flip-45.yaml'), 'utf8').replace(
    /^scenario: .*$/m,
    `scenario: ${JSON.stringify(nasty)}`,
  )
  writeFileSync(join(folder, 'nasty.yaml'), yaml)
  const { page, trouble, close } = await open(stored(html('compare', join(folder, 'nasty.yaml'), '--way', 'cancel')))
  assert.equal(await text(page, 'h1'), nasty)
  assert((await page.title()).includes(nasty))
  assert.deepEqual(trouble, [])
  await close()
})

test('a run of more than a million steps opens, with the steps around its command', async () => {
  const yaml = readFileSync(join(root, 'scenarios/flip-45.yaml'), 'utf8').replace('rate: 100/s', 'rate: 20000/s')
  writeFileSync(join(folder, 'large.yaml'), yaml)
  const path = stored(html('compare', join(folder, 'large.yaml'), '--way', 'cancel', '--sink', 'plain'))
  assert(statSync(path).size <= 2_000_000)
  assert(data(path).diagrams[0].steps > 1_000_000)
  const { page, trouble, close } = await open(path)
  assert.match(await text(page, '#diagram'), /Steps [0-9,]+ to [0-9,]+ of [0-9,]+/)
  assert((await page.$$('#diagram svg .command')).length > 1)
  assert.deepEqual(trouble, [])
  await close()
})

test('an explanation marks the point of no return, and has what ends well beside it', async () => {
  const args = ['--defect', 'FLINK-23532', '--property', 'no-replay-after-stop']
  const path = stored(html('explain', 'scenarios/defects/flink-23532.yaml', ...args))
  const { page, trouble, close } = await open(path)
  assert.equal((await page.$$('#diagram .sheet line.no-return')).length, 1)
  assert.match(await text(page, '#diagram .words'), /POINT OF NO RETURN/)
  assert.match(await text(page, '#part'), /the nearest way that ends well/)
  assert.deepEqual(trouble, [])
  if (pictures) await page.screenshot({ path: join(pictures, 'explain.png'), fullPage: true })
  await close()
})

test('without scripts the whole report is there as text', async () => {
  const { page, close } = await open(flip, { script: false })
  assert.match(await text(page, 'noscript'), /What to do/)
  await close()
})

test('it prints', async () => {
  const { page, trouble, close } = await open(flip, { hash: '#s=1' })
  const pdf = await page.pdf({ format: 'A4' })
  assert(pdf.length > 20_000)
  if (pictures) writeFileSync(join(pictures, 'flip-45.pdf'), pdf)
  assert.deepEqual(trouble, [])
  await close()
})
