// The kinds of receivers reached over HTTP.
import type { ReceiverKind } from '#features/receivers/contract.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import type { Format } from './types.ts'
import { url } from './url.ts'
import { wecom } from './wecom.ts'

export const formats: Record<Exclude<ReceiverKind, 'mail'>, Format> = { dingtalk, feishu, wecom, url }
