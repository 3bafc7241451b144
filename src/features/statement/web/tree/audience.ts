// Who sees a folder or view, in a few words.
import type { Audience } from '#features/statement/contract.ts'

export const audienceTexts: Record<Audience, string> = {
  own: '仅所有者可以看',
  some: '部分人可以看',
  all: '所有人可以看',
}
