// A view in another site's page: shared by keys, read without a session, never showing more than shared, gone at once
// when switched off.
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPage, withBrowser } from '../browser.ts'
import { EmbedDialog, EmbedPage } from '../pages/embed.ts'
import { focused, takesFocus } from '../pages/focus.ts'
import { Palette } from '../pages/palette.ts'
import { ask, signIn } from '../pages/session.ts'
import { copyDemo, freePort, type Product, serve } from '../product.ts'

withBrowser()

let dataDir: string
let product: Product
const sites: Server[] = []

/** Another site: frames the address after its `?`, and sets the frame to the height it is told. */
async function openSite(): Promise<string> {
  const port = await freePort()
  const page = `<!doctype html><meta charset="utf-8"><iframe id="frame" style="width:100%;height:10px;border:0"></iframe>
<script>
addEventListener('message', ({ data }) => {
  if (data.type === 'analytics-embed-height') frame.style.height = data.height + 'px'
})
frame.src = decodeURIComponent(location.search.slice(1))
</script>`
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(page)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  sites.push(server)
  return `http://127.0.0.1:${port}`
}

let listed: string
let unlisted: string
beforeAll(async () => {
  listed = await openSite()
  unlisted = await openSite()
  dataDir = await copyDemo(inject('installations'))
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ frameAncestors: [listed] }))
  product = await serve(dataDir)
})
afterAll(async () => {
  for (const site of sites) site.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Folder {
  metas: { id: number; name: string }[]
}

/**
 * A group created by keys and changed with the pointer is kept in the address, survives a reload, and can be removed.
 */
async function narrowsByGroups(embed: EmbedPage): Promise<void> {
  const { page } = embed
  const { keyboard } = page
  const group = () => new URL(page.url()).searchParams.get('f') ?? ''
  const channels = async () => [...new Set(await embed.column('渠道'))].toSorted()
  const all = await channels()
  const named = page.getByRole('button', { name: /^条件组：渠道 App Store、华为应用市场$/ })

  await embed.beginGroup()
  await keyboard.type('渠道')
  await keyboard.press('Enter')
  await takesFocus(embed.list('渠道'))
  for (const words of ['App Store', '华为']) {
    await keyboard.type(words)
    await page.locator('.pick-item.bp6-active .pick-match').filter({ hasText: words }).waitFor()
    await keyboard.press('Enter')
  }
  await keyboard.press('Escape')
  await embed.list('渠道').waitFor({ state: 'detached' })
  expect(await focused(page)).toContain('group-add')
  await keyboard.press('Escape')
  await embed.editor.waitFor({ state: 'detached' })
  expect(await focused(page)).toContain('+ 条件')
  await expect.poll(group).toMatch(/^any\(d\d+~in~appstore,huawei\)$/)
  const two = ['App Store', '华为应用市场']
  await expect.poll(channels).toEqual(two)

  await page.reload()
  await embed.ready()
  expect(await channels()).toEqual(two)
  await named.click()
  await embed.editor.getByRole('button', { name: /^渠道/ }).click()
  await page.getByText('不等于', { exact: true }).click()
  await keyboard.press('Escape')
  await embed.list('渠道').waitFor({ state: 'detached' })
  await keyboard.press('Escape')
  await expect.poll(group).toMatch(/^any\(d\d+~notIn~appstore,huawei\)$/)
  await expect.poll(channels).toEqual(all.filter((channel) => !two.includes(channel)))

  // The labels come from the shared values, because no row has these values any more.
  await page.reload()
  await page.getByRole('button', { name: '条件组：渠道 不等于 App Store、华为应用市场' }).waitFor()
  await page.getByRole('button', { name: '移除条件组' }).click()
  await expect.poll(group).toBe('')
  await expect.poll(channels).toEqual(all)
  expect(await focused(page)).toContain('+ 条件')
}

it('is shared, limited, framed, traced and revoked', async () => {
  const owner = await openPage(product.address)
  await signIn(owner, 'admin')
  const tree = await ask<Folder[]>(owner, '/api/s1/data/getViewMeta', {})
  const view = tree.flatMap(({ metas }) => metas).find(({ name }) => name === '渠道日报')
  await owner.goto(`/statement/detail?id=${view?.id}`)
  await owner.getByRole('grid').first().waitFor()
  const dialog = new EmbedDialog(owner)
  await dialog.open()
  await dialog.toggle('嵌入已开启')
  const address = await dialog.address()
  expect(address).toMatch(/\/iframe\/report\/e[\w-]{32}$/)

  const requests: { url: string; cookie: string | undefined }[] = []
  const stranger = await openPage(product.address, { expected: /404/ })
  stranger.on('request', (request) => requests.push({ url: request.url(), cookie: request.headers().cookie }))
  await stranger.goto(address)
  const embed = new EmbedPage(stranger)
  await embed.ready()
  expect(new Set(await embed.column('渠道')).size).toBeGreaterThan(3)
  expect(await embed.text()).not.toContain('admin')
  const paths = requests.map(({ url }) => new URL(url).pathname)
  expect(paths.filter((path) => /main-web/.test(path))).toEqual([])
  const calls = paths.filter((path) => path.startsWith('/api/'))
  expect(calls.every((path) => path.startsWith('/api/s1/embed/'))).toBe(true)
  expect(requests.every(({ cookie }) => cookie === undefined)).toBe(true)

  await narrowsByGroups(embed)
  await stranger.goto(address)

  const code = await dialog.fixFirst('渠道')
  await stranger.reload()
  await embed.ready()
  const [channel, ...others] = new Set(await embed.column('渠道'))
  expect([channel !== undefined, others]).toEqual([true, []])
  const dimension = (await stranger.evaluate(() =>
    fetch(location.pathname.replace('/iframe/report/', '/api/s1/embed/view/'))
      .then((reply) => reply.json())
      .then(({ data }) =>
        fetch(
          `${location.pathname.replace('/iframe/report/', '/api/s1/embed/report/')}/${data.reports[0].id}`,
        ),
      )
      .then((reply) => reply.json())
      .then(({ data }) => data.table.columns.find(({ title }: { title: string }) => title === '渠道').key),
  )) as string
  await stranger.goto(`${address}?f=${dimension}~notIn~${code}`)
  await expect.poll(() => embed.text()).toContain('没有符合条件的数据')
  await stranger.goto(`${address}?f=${dimension}~in~${code},huawei,xiaomi,oppo,vivo,taptap`)
  await embed.ready()
  expect(new Set(await embed.column('渠道'))).toEqual(new Set([channel]))

  const guest = await openPage(listed)
  await guest.goto(`/?${encodeURIComponent(`${address}?theme=dark`)}`)
  const frame = guest.frameLocator('#frame')
  await frame.locator('.embed-status').waitFor()
  const heightOf = () => guest.locator('#frame').evaluate((element) => element.clientHeight)
  await expect.poll(heightOf).toBeGreaterThan(300)
  expect(await frame.locator('body').getAttribute('class')).toContain('bp6-dark')
  const refusal = /frame-ancestors|refused|Framing/i
  const refused = await openPage(unlisted, { expected: refusal })
  const told = refused.waitForEvent('console', (message) => refusal.test(message.text()))
  await refused.goto(`/?${encodeURIComponent(address)}`)
  await told
  expect(await refused.frameLocator('#frame').locator('.embed').count()).toBe(0)

  const mark = await stranger.evaluate(() =>
    decodeURIComponent(
      document.body.querySelector<HTMLElement>(':scope > [aria-hidden=true]')?.style.backgroundImage ?? '',
    ),
  )
  expect(mark).toContain('请勿外传')
  const trace = /opacity="0.75">([0-9A-Z]{10})</.exec(mark)?.[1] ?? ''
  await dialog.toggle('嵌入已停止')
  await stranger.reload()
  await expect.poll(() => embed.text()).toContain('内容不存在，或已停止分享')

  await owner.keyboard.press('Escape')
  await dialog.dialog.waitFor({ state: 'detached' })
  await new Palette(owner).run('追踪码', '查询追踪码')
  await owner.getByRole('textbox', { name: '追踪码' }).waitFor()
  await owner.keyboard.type(`${trace.slice(0, 5).toLowerCase()} ${trace.slice(5)}`)
  await owner.keyboard.press('Enter')
  const found = owner.getByRole('dialog', { name: '查询追踪码' })
  await expect.poll(() => found.innerText()).toContain('未登录的访客')
  expect(await found.innerText()).toContain('渠道日报 / ')
})
