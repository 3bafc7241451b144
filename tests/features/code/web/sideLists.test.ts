// @vitest-environment jsdom
// Runs and saved queries in the side panel, with late and unordered answers.
import { afterEach, expect, it, vi } from 'vitest'
import { loadHistory, loadSaved, useHistory, useSaved } from '#features/code/web/query/side/lists.ts'

afterEach(() => vi.unstubAllGlobals())

const answered = (data: unknown) =>
  new Response(JSON.stringify({ isSuccess: true, msg: '', data }), {
    headers: { 'content-type': 'application/json' },
  })
const failed = () =>
  Response.json({ isSuccess: false, msg: '', data: null, code: 'internal' }, { status: 500 })

function stubServer() {
  const answers: ((reply: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  return answers
}

it('shows the runs of what was typed last, though what was typed before is answered after it', async () => {
  const answers = stubServer()
  const [first, second] = [loadHistory('pay'), loadHistory('pay_day')]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(answered({ rows: [{ id: 2 }], total: 1 }))
  await second
  answers[0]?.(answered({ rows: [{ id: 1 }], total: 1 }))
  await first
  expect(useHistory.getState()).toMatchObject({ status: 'ready', items: [{ id: 2 }] })
})

it('does not tell of an earlier read’s failure', async () => {
  const answers = stubServer()
  const [first, second] = [loadSaved(), loadSaved()]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(answered([{ id: 7 }]))
  await second
  answers[0]?.(failed())
  await first
  expect(useSaved.getState()).toMatchObject({ status: 'ready', items: [{ id: 7 }] })
})
