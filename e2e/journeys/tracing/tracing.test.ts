// Traces with a real browser: a collector on loopback sees a report's call from the browser to the statement.
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPage, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { copyDemo, type Product, serve } from '#e2e/product.ts'
import { type Collector, startCollector } from '#tests/server/tracing/collector.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'

withBrowser()

let dataDir: string
let product: Product
let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
  dataDir = await copyDemo(inject('installations'))
  product = await serve(dataDir, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address })
})
afterAll(async () => {
  await product?.stop()
  await collector?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

const server = 'analytics-v3'

it('a report is followed from the browser to its statement', async () => {
  const page = await openPage(product.address)
  // The first answer says that the server traces; the calls after it have spans.
  await signIn(page, 'analyst', '/statement')
  await page.getByRole('link', { name: '经营日报' }).first().click()
  const found = () =>
    collector.spans.filter((span) => span.name === getReportDataByInfo.name && span.service === server)
  const chain = () =>
    found().flatMap((request) => {
      const { traceId, spanId, parentId } = request
      const inTrace = collector.spans.filter((span) => span.traceId === traceId)
      const browser = inTrace.find((span) => span.service !== server && span.spanId === parentId)
      const report = inTrace.find((span) => span.name === 'report' && span.parentId === spanId)
      const statement = inTrace.find(
        ({ name, parentId: of }) => name === 'warehouse statement' && of === report?.spanId,
      )
      return browser && report && statement ? [{ browser, request, report, statement }] : []
    })
  await expect.poll(() => chain().length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [whole] = chain()
  expect(whole?.browser).toMatchObject({
    service: 'analytics-v3-browser',
    name: getReportDataByInfo.name,
    parentId: '',
    attributes: { 'analytics.call': getReportDataByInfo.name, 'http.response.status_code': 200 },
  })
  // The browser counts from its own start, so that its clock may differ by a little.
  expect(Math.abs(Number(whole?.request.startedMs) - Number(whole?.browser.startedMs))).toBeLessThan(60_000)
})
