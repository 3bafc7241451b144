// Fifty people open ten views of three reports at once, each with a session of their own: how long until their first
// figures, and what it costs the server beside the bare SQL of the same thirty reports.
import { signIn } from '../installation.mjs'
import { cpuOf, familyOf, milliseconds, percentile, times } from '../measure.mjs'
import { password, peopleCount, personOf } from './facts.mjs'
import { rushViews } from './reports.mjs'

async function call({ address }, headers, path, options = {}) {
  const reply = await fetch(`${address}/api/s1/data/${path}`, { ...options, headers })
  const { isSuccess, msg, data } = await reply.json()
  if (!isSuccess) throw new Error(msg)
  return data
}

/** As the page does: the view's reports, the figures of the first, then those of the others. */
async function openView(product, headers, viewId) {
  const begun = performance.now()
  const reports = await call(product, headers, `getReportByViewMetaId/${viewId}`)
  const figures = ({ id, info }) =>
    call(product, headers, 'getReportDataByInfo', {
      method: 'POST',
      body: JSON.stringify({ reportId: id, info }),
    })
  await figures(reports[0])
  const first = performance.now() - begun
  for (const report of reports.slice(1)) await figures(report)
  return { first, all: performance.now() - begun }
}

const cpuOfAll = (pid) => familyOf(pid).reduce((sum, one) => sum + cpuOf(one), 0)

/** CPU of the statements run one after another in this process, in milliseconds. */
async function bareCost(connection, ids) {
  const before = process.cpuUsage()
  for (const { bare } of rushViews(ids).flat()) {
    for (const sql of bare) await connection.runAndReadAll(sql)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export async function runRush(product, connection, ids) {
  const people = []
  for (let at = 0; at < peopleCount; at++) {
    people.push(await signIn(product.address, personOf(at), password))
  }
  await bareCost(connection, ids)
  const floor = await bareCost(connection, ids)
  const before = cpuOfAll(product.pid)
  const opened = await Promise.all(
    people.map((headers, at) => openView(product, headers, ids.rushViews[at % ids.rushViews.length])),
  )
  const cpu = cpuOfAll(product.pid) - before
  const p95 = (key) =>
    percentile(
      opened.map((one) => one[key]),
      0.95,
    )
  return [
    {
      id: '8',
      work: '50 people open ten views of three reports at once: first figures, all figures, p95',
      ours: `${milliseconds(p95('first'))}, ${milliseconds(p95('all'))}`,
      peer: '',
      ratio: '',
      reach: 'told',
      met: true,
    },
    {
      id: '8',
      work: "the server's CPU for it, 150 answers",
      ours: milliseconds(cpu),
      peer: `bare SQL of the thirty reports, once each ${milliseconds(floor)}`,
      ratio: times(cpu / floor),
      reach: '≤ 1.5 ×',
      met: cpu <= floor * 1.5,
    },
  ]
}
