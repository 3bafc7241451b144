// A failed call of an embed: the text for its reader, and the error catalogue's line at the end.
import { afterEach, expect, it, vi } from 'vitest'
import { openEmbed } from '#features/embed/contract.ts'
import { EmbedProblem, embedCall } from '#features/statement/web/embed/embedCalls.ts'

afterEach(() => vi.unstubAllGlobals())

async function problemOf(answer: () => Response): Promise<EmbedProblem> {
  vi.stubGlobal('fetch', async () => answer())
  const problem = await embedCall(openEmbed, { id: 'e1' }).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(EmbedProblem)
  return problem as EmbedProblem
}

it('ends with its status, or names the call whose answer was not whole', async () => {
  const failed = await problemOf(() => Response.json({ isSuccess: false, msg: '系统繁忙' }, { status: 500 }))
  expect([failed.message, failed.literal, failed.remedy]).toEqual(['系统繁忙', 'ERROR 500', 'retry'])
  const gone = await problemOf(() => Response.json({ isSuccess: false, msg: '' }, { status: 404 }))
  expect([gone.message, gone.literal, gone.remedy]).toEqual([
    '内容不存在，或已停止分享',
    'ERROR 404',
    'address',
  ])
  const gateway = await problemOf(() => new Response('<html>', { status: 502 }))
  expect(gateway.literal).toBe('ERROR 502')
  const torn = await problemOf(() => new Response('{"isSucc', { status: 200 }))
  expect([torn.literal, torn.remedy]).toEqual(['embedView ERROR: 200', 'retry'])
})

it('has no such line where no answer came, or the reader can mend it', async () => {
  const refused = await problemOf(() => Response.json({ isSuccess: false, msg: '请缩小日期' }))
  expect([refused.message, refused.literal, refused.remedy]).toEqual(['请缩小日期', '', 'conditions'])
  const lost = await problemOf(() => {
    throw new TypeError('fetch failed')
  })
  expect(lost.literal).toBe('')
})
