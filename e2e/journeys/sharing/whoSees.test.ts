// 谁可以看: sharing a view with a person by keys, and a folder with the pointer; who gets it finds it and is told.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ask, signIn } from '#e2e/pages/session.ts'

withBrowser()

const sentence = (page: Page) => page.getByRole('dialog').locator('.who-sees-sentence')

describe('who can see it', () => {
  it('is said in words and changed by keys; who gets a view finds it among what is shared with them', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst')
    const body = { name: '周会材料' }
    const { id } = await ask<{ id: number }>(page, '/api/s1/data/addOrUpdateViewMeta', body)
    await page.goto(`/statement/detail?id=${id}`)
    await page.getByRole('button', { name: '谁能看到 私有' }).waitFor()
    await page.keyboard.press('Shift+w')
    const dialog = page.getByRole('dialog', { name: '谁可以看「周会材料」' })
    await expect.poll(() => sentence(page).innerText()).toBe('只有你可以看。')
    await page.locator('.who-sees-add input:focus').waitFor()
    await page.keyboard.type('viewer')
    await page.keyboard.press('Enter')
    await expect.poll(() => sentence(page).innerText()).toBe('你和viewer可以看，你可以改。')
    // Up from the field stands what was added; arrow keys choose what they may do.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => sentence(page).innerText()).toBe('你和viewer可以看，你和viewer可以改。')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '谁能看到 部分人' }).waitFor()

    const other = await openPage(product.address, { expected: /404/ })
    await signIn(other, 'viewer')
    const tree = other.getByRole('tree')
    await tree.getByRole('treeitem', { name: '与我共享' }).waitFor()
    await other.keyboard.press('/')
    await other.keyboard.type('zhouhui')
    await tree.getByRole('treeitem', { name: '周会材料' }).waitFor()
    await other.keyboard.press('Enter')
    await expect.poll(() => new URL(other.url()).searchParams.get('id')).toBe(String(id))
    await other.goto('/inbox')
    await other.getByText('与你共享了视图「周会材料」').first().waitFor()

    // Ctrl+Z takes it back, and with it the view out of the other's tree.
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: '谁能看到 私有' }).waitFor()
    await other.goto(`/statement/detail?id=${id}`)
    await other
      .getByText(/不存在|已被删除/)
      .first()
      .waitFor()
  })

  it('is changed for a folder with the pointer, and closes what is in it', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'admin')
    const save = (path: string, body: object) => ask<{ id: number }>(page, `/api/s1/data/${path}`, body)
    const folder = await save('addOrUpdateViewType', { name: '月度经营' })
    const view = await save('addOrUpdateViewMeta', { name: '月度总表', typeId: folder.id, shared: true })
    const viewer = await openPage(product.address, { expected: /404/ })
    await signIn(viewer, 'viewer', `/statement/detail?id=${view.id}`)
    await viewer.getByRole('heading', { name: '月度总表', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('treeitem', { name: '月度经营' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '谁可以看…' }).click()
    await expect.poll(() => sentence(page).innerText()).toBe('所有人可以看，你可以改。')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('只给所有者和下面的人').click()
    await dialog.getByRole('option', { name: 'analyst' }).first().click()
    await expect.poll(() => sentence(page).innerText()).toBe('你和analyst可以看，你可以改。')
    await dialog.getByRole('button', { name: /^保存/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await viewer.reload()
    await viewer
      .getByText(/不存在|已被删除/)
      .first()
      .waitFor()
    const analyst = await openPage(product.address)
    await signIn(analyst, 'analyst', `/statement/detail?id=${view.id}`)
    await analyst.getByRole('heading', { name: '月度总表', level: 1 }).waitFor()

    // A view that is moved into it reaches these alone, which is said before.
    const open = await save('addOrUpdateViewMeta', { name: '公开总表', typeId: null, shared: true })
    await page.goto(`/statement/detail?id=${open.id}`)
    await page.getByRole('heading', { name: '公开总表', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('移动到')
    await page
      .getByRole('option', { name: /移动到文件夹/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: '移动「公开总表」到…' }).waitFor()
    await page.keyboard.type('yuedu')
    await page.keyboard.press('Enter')
    const asks = page.getByRole('alertdialog')
    await asks.getByText('现在：所有人可以看，你可以改。').waitFor()
    await asks.getByText('移动后：只有你可以看；另有analyst因文件夹「月度经营」可以看。').waitFor()
    await page.keyboard.press('Enter')
    await asks.waitFor({ state: 'detached' })
    await expect
      .poll(() =>
        ask<{ id: number; metas: { id: number }[] }[]>(page, '/api/s1/data/getViewMeta', {}).then(
          (tree) => tree.find(({ metas }) => metas.some(({ id }) => id === open.id))?.id,
        ),
      )
      .toBe(folder.id)
  })
})
