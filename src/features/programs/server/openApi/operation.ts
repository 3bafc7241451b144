// One call as an operation of the document.
import type { TSchema } from 'typebox'
import { type Access, type Call, callName, effectOf } from '#shared/call.ts'
import { type PermissionKey, permissions } from '#shared/permissions.ts'
import { type Components, capital } from './components.ts'
import { exampleOf } from './examples.ts'
import { failuresOf } from './failures.ts'
import type { Json } from './types.ts'

interface Titled {
  title: string
  tag: string
}

interface ObjectSchema {
  properties?: Record<string, TSchema>
  required?: string[]
}

export function operationOf(call: Call, { title, tag }: Titled, components: Components): Json {
  const parameters = [...parametersOf(call, 'path'), ...parametersOf(call, 'query')]
  return {
    operationId: call.name,
    tags: [tag],
    summary: title,
    description: descriptionOf(call),
    'x-permissions': keysOf(call.access),
    'x-effect': effectOf(call),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: bodyOf(call, components) }),
    responses: { 200: answerOf(call, components), ...failuresOf(call.access === 'public') },
  }
}

const keysOf = (access: Access): readonly PermissionKey[] => {
  if (typeof access === 'string') return []
  if ('keys' in access) return access.keys
  if ('shared' in access) return [access.shared]
  return access.own === null ? [] : [access.own]
}

const keysText = (access: Access): string =>
  keysOf(access)
    .map((key) => `「${permissions[key].title}」（\`${key}\`）`)
    .join('、')

function accessText(access: Access): string {
  if (access === 'public') return '不用登录。'
  if (access === 'session') return '登录即可。'
  if ('keys' in access) return `需要权限${keysText(access)}${access.keys.length > 1 ? '之一' : ''}。`
  if ('shared' in access) return `需要权限${keysText(access)}；已分享的内容不用登录。`
  const more = access.own === null ? '' : `；有权限${keysText(access)}的人不限`
  return `只限自己的内容${more}。`
}

const effectTexts = {
  read: '只读。',
  write: '会改动数据，只读的访问令牌不能用。',
  session: '只影响自己的登录。',
}

function descriptionOf(call: Call): string {
  const bearer = call.bearer === false ? '只能登录后使用，不接受访问令牌。' : ''
  const told = callName(call) === call.name ? '' : `令牌里的名称：\`${callName(call)}\`。`
  const wait = `最长等待 ${call.timeoutMs / 1000} 秒。`
  return [accessText(call.access), effectTexts[effectOf(call)], bearer, wait, told].join('')
}

function securityOf({ access, bearer }: Call): Json[] {
  if (access === 'public') return []
  const ways = bearer === false ? [{ session: [] }] : [{ token: [] }, { session: [] }]
  return typeof access === 'object' && 'shared' in access ? [{}, ...ways] : ways
}

/** Clients make variables of a path's parameters: words that programming languages keep for themselves break them. */
const keptWords = new Set([
  'class',
  'default',
  'delete',
  'export',
  'function',
  'import',
  'in',
  'new',
  'return',
])
export const variableName = (name: string): string => (keptWords.has(name) ? `${name}Value` : name)

/** A parameter in the path is always required there: a path without an optional one is a path of its own. */
function parametersOf(call: Call, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = ((where === 'path' ? call.params : call.query) ??
    {}) as ObjectSchema
  const given = exampleOf(call)[where === 'path' ? 'params' : 'query'] as Json | undefined
  return Object.entries(properties).map(([name, schema]) => ({
    name: where === 'path' ? variableName(name) : name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
    ...(given?.[name] !== undefined && { example: given[name] }),
  }))
}

function bodyOf(call: Call, components: Components): Json {
  const { body } = exampleOf(call)
  const json = {
    schema: components.place(call.body, `${capital(call.name)}Body`, true),
    ...(body !== undefined && { example: body }),
  }
  const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return {
    required: true,
    content: call.bytes ? { 'application/octet-stream': bytes } : { 'application/json': json },
  }
}

function answerOf(call: Call, components: Components): Json {
  const data = call.reply ? components.place(call.reply, `${capital(call.name)}Reply`, true) : {}
  const mendable = { $ref: '#/components/schemas/Mendable' }
  const success = {
    type: 'object',
    required: ['isSuccess', 'data', 'msg'],
    properties: { isSuccess: { const: true }, data, msg: { type: 'string' } },
  }
  const json = call.raw ? data : { oneOf: [success, mendable] }
  const file = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
  const failed = { 'application/json': { schema: mendable } }
  return {
    description: call.kind === 'blob' ? '文件；失败时是 JSON' : '成功，或可以改正的失败',
    content:
      call.kind === 'json'
        ? { 'application/json': { schema: json } }
        : { ...file, ...(call.kind === 'blob' ? failed : { 'application/json': { schema: json } }) },
  }
}
