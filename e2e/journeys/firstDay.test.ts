// An installation started empty: the demo is added with the pointer, used, and removed; the user's own objects stay.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { pathOf } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { authorityOf, createUser, hashPassword, upsertRole } from '#features/session/server/index.ts'
import {
  addOrUpdateViewMeta,
  deleteViewMeta,
  getViewMeta,
  type ViewType,
} from '#features/statement/contract.ts'
import { tables } from '../../src/main-tables.ts'
import { openPage, withBrowser } from '../browser.ts'
import { Palette } from '../pages/palette.ts'
import { ask } from '../pages/session.ts'
import { type Product, serve } from '../product.ts'

withBrowser()

const password = 'a password of her own'
let dataDir: string
let empty: Product
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'analytics-empty-'))
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, makeLog('silent'), tables)
  const { db } = metadata
  const roleId = await upsertRole(db, '管理员', authorityOf(permissionKeys))
  const passwordHash = await hashPassword(password, { logN: 10, r: 8, p: 1 })
  await createUser(db, { email: 'mei@example.com', passwordHash, roleId, games: 'all' })
  await metadata.stop()
  empty = await serve(dataDir, { NODE_ENV: 'production' })
})
afterAll(async () => {
  await empty?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

it('leads to the demo, which comes, is told before it goes, and leaves the first day as it was', async () => {
  const page = await openPage(empty.address)
  await page.goto('/statement')
  await page.getByLabel('用户名').click()
  await page.keyboard.type('mei')
  await page.getByLabel('密码', { exact: true }).click()
  await page.keyboard.type(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: '试用演示数据' }).click()
  await page.getByText('五十分之一').click()
  await page.getByRole('button', { name: '生成演示数据' }).click()
  await page.getByRole('button', { name: '取消' }).waitFor()
  await page.getByRole('heading', { name: '演示数据在这里' }).waitFor()
  // The focus is on the next step, not on the removal.
  await expect.poll(() => page.locator(':focus').innerText()).toBe('到数据报表')
  await page.getByRole('link', { name: '到数据报表' }).click()
  await page.getByRole('link', { name: '经营日报' }).first().waitFor()
  // A view of the user's own in the demo's folder.
  const [folder] = await ask<ViewType[]>(page, pathOf(getViewMeta), {})
  await ask(page, pathOf(addOrUpdateViewMeta), { name: '我的视图', typeId: folder?.id })

  await new Palette(page).run('yssj', '演示数据')
  await page.getByRole('button', { name: '移除演示数据' }).click()
  const question = page.getByRole('region', { name: '移除演示数据？' })
  await question.getByText('视图「我的视图」').waitFor()
  expect(await question.innerText()).toContain('数据表 12')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator(':focus').innerText()).toContain('移除演示数据')
  const own = (await ask<ViewType[]>(page, pathOf(getViewMeta), {}))
    .flatMap(({ metas }) => metas)
    .find(({ name }) => name === '我的视图')
  await ask(page, pathOf(deleteViewMeta, { id: own?.id ?? 0 }), {})
  await page.keyboard.press('x')
  await question.getByText('视图「我的视图（已删除）」').waitFor()
  await question.getByRole('button', { name: '以上都清楚，移除' }).click()
  await page.getByRole('button', { name: '生成演示数据' }).waitFor()
  await page.getByRole('link', { name: '数据报表' }).first().click()
  await page.getByRole('heading', { name: '还没有报表' }).waitFor()
})
