// The fields of a message, in a task and in a test push.
import type { Field } from '#web/form/types.ts'
import { longest, type PushMessage, pictureProblem, uriProblem } from '#features/push/contract.ts'

const line = { kind: 'text', half: true, mono: true } as const

export const messageFields: readonly Field<PushMessage>[] = [
  { name: 'title', label: '标题', kind: 'text', required: true, longest: longest.title },
  { name: 'body', label: '内容', kind: 'textarea', rows: 3, required: true, longest: longest.body },
  {
    ...line,
    name: 'uri',
    label: '链接',
    longest: longest.uri,
    placeholder: 'mygame://shop',
    help: 'https:// 或应用自己的协议',
    check: (uri) => uriProblem(uri.trim()),
  },
  {
    ...line,
    name: 'action',
    label: '动作',
    longest: longest.action,
    suggestions: ['open_app', 'open_uri'],
    help: '点按后应用做什么，由应用约定',
  },
  {
    ...line,
    name: 'media',
    label: '图片',
    longest: longest.uri,
    placeholder: 'https://',
    check: (address) => pictureProblem(address.trim(), '图片'),
  },
  {
    ...line,
    name: 'icon',
    label: '图标',
    longest: longest.uri,
    placeholder: 'https://',
    check: (address) => pictureProblem(address.trim(), '图标'),
  },
]
