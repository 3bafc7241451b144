// Jobs and schedules by keys only: a background report is found and inspected, a schedule is paused and resumed.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

it('by keys alone a job is found and looked at, and a schedule is paused and goes on', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement')
  const [report] = await ask<{ info: object; reportName: string }[]>(
    page,
    '/api/s1/data/getReportByViewMetaId/1',
  )
  await ask(page, '/api/s1/report/background/run', { info: report?.info, reportName: '任务旅程' })
  await list.press('g', 'm', 'j')
  await list.shows('后台任务')
  await list.press('/')
  await page.keyboard.type('后台报表')
  await list.counts(/^共 [1-9]/)
  // Earlier journeys may have left other jobs of the kind.
  const open = page.getByRole('gridcell').filter({ hasText: /^(等待|运行中)/ })
  await list.cell('完成').waitFor()
  await expect.poll(() => open.count()).toBe(0)
  await expect.poll(() => new URL(page.url()).searchParams.get('text')).toBe('后台报表')
  await list.press('ArrowDown', 'Enter')
  await list.dialog('任务：后台报表').getByText('最多 2 次').waitFor()
  await list.press('Escape')
  await list.dialog('任务：后台报表').waitFor({ state: 'detached' })
  // A finished job cannot be retried.
  await list.press('t')
  await list.says('已经完成')

  await list.press('u')
  await list.shows('定时任务')
  await list.press('/')
  await page.keyboard.type('清理已删除')
  await list.counts(/^共 1 个/)
  await list.entersOnlyRow()
  await list.press('Enter')
  await list.dialog('定时：清理已删除的内容').getByText('每天 04:40').waitFor()
  await list.press('Escape')
  await list.dialog('定时：清理已删除的内容').waitFor({ state: 'detached' })
  await list.press('b')
  await list.says('暂停期间不会运行')
  await list.press('Enter')
  await list.cell('已暂停').waitFor()
  await list.press('Shift+B')
  await list.cell('正常').waitFor()
})
