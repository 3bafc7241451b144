// The API's document (OpenAPI 3.1), made of the registered calls: paths, shapes, rights, examples, failures.
import type { TSchema } from 'typebox'
import type { Call } from '#shared/call.ts'
import { Components } from './components.ts'
import { failureParts } from './failures.ts'
import { operationOf, variableName } from './operation.ts'
import { dataTitles } from './titles/data.ts'
import { loadingTitles } from './titles/loading.ts'
import { managingTitles } from './titles/managing.ts'
import { reportTitles } from './titles/reports.ts'
import { toolTitles } from './titles/tools.ts'
import type { Json, Titles } from './types.ts'

const titles: Titles = { ...reportTitles, ...dataTitles, ...loadingTitles, ...toolTitles, ...managingTitles }
const titleOf = new Map(
  Object.entries(titles).flatMap(([tag, named]) =>
    Object.entries(named).map(([name, title]) => [name, { title, tag }] as const),
  ),
)
const untitled = '其他'

const about = `全部接口，由产品自身的声明得出。每个响应都是 \`{ isSuccess, data, msg }\`；失败时 \`isSuccess\` 为 false，\`code\` 是稳定的错误代码，\`msg\` 是给人看的原因。

- 程序以访问令牌调用：\`Authorization: Bearer 令牌\`；权限不超过令牌主人此刻的权限。
- 报表请求里，维度和指标可以写编号或名称（\`"日期"\`），日期可以写 \`"上周"\`、\`"近7天"\`；名称有多个意思时，失败的响应列出各个候选。`

export function makeDocument(calls: readonly Call[], version: string): Json {
  const components = new Components()
  for (const { body, reply } of calls) {
    for (const schema of [body, reply] as (TSchema | undefined)[])
      if (schema) components.count(JSON.parse(JSON.stringify(schema)))
  }
  const paths: Record<string, Json> = {}
  for (const call of calls) addPaths(paths, call, components)
  const failures = failureParts()
  const tags = [...new Set(calls.map(({ name }) => titleOf.get(name)?.tag ?? untitled))]
  return {
    openapi: '3.1.0',
    info: { title: 'analytics V3', version, description: about },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...failures.schemas, ...components.schemas },
      responses: failures.responses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: '访问令牌，在「访问令牌」页新建' },
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: '登录后的会话' },
      },
    },
  }
}

function addPaths(paths: Record<string, Json>, call: Call, components: Components): void {
  const titled = titleOf.get(call.name) ?? { title: call.name, tag: untitled }
  const operation = operationOf(call, titled, components)
  const method = call.method.toLowerCase()
  const { required = [] } = (call.params ?? {}) as { required?: string[] }
  const add = (template: string, own: Json) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${variableName(name)}}`)
    paths[path] = { ...paths[path], [method]: own }
  }
  add(call.path, operation)
  const optional = [...call.path.matchAll(/\/\{(\w+)\}/g)].filter(([, name = '']) => !required.includes(name))
  if (optional.length === 0) return
  // An optional parameter may be left out with its slash.
  const names = optional.map(([, name = '']) => variableName(name))
  add(
    optional.reduce((path, [part]) => path.replace(part, ''), call.path),
    {
      ...operation,
      operationId: `${call.name}Plain`,
      parameters: ((operation.parameters ?? []) as Json[]).filter(
        ({ name }) => !names.includes(name as string),
      ),
    },
  )
}
