// The addresses of all pages, each written here and nowhere else. A slice declares its pages by them, and whatever
// leads to a page, in the browser or in a message of the server, asks for its address by name:
// `pages.statementDetail({ id: 3 })` is /statement/detail?id=3. Names are the paths in camel case.

const paths = [
  '/alarm/edit',
  '/alarm/fire',
  '/alarm/fires',
  '/alarm/list',
  '/alarm/receivers',
  '/code/history',
  '/code/query',
  '/code/queryList',
  '/code_view/:id',
  '/config/category',
  '/config/definitions',
  '/config/demo',
  '/config/dimension',
  '/config/DimensionTable',
  '/config/import',
  '/config/point',
  '/config/pointTable',
  '/config/segment',
  '/config/source',
  '/config/source/checks',
  '/config/source/held',
  '/config/source/tables',
  '/config/source/restated',
  '/custom',
  '/custom/detail',
  '/dictionary',
  '/dictionary/detail',
  '/dictionary/new',
  '/guide',
  '/iframe/report/:viewId',
  '/inbox',
  '/login',
  '/login/back/:provider',
  '/management/audit',
  '/management/authority',
  '/management/jobs',
  '/management/schedules',
  '/management/settings',
  '/management/userManage',
  '/others',
  '/others/adUserList',
  '/others/blackList',
  '/others/blackList/rules',
  '/others/cacheManager',
  '/others/consoleMonit',
  '/others/eventList',
  '/others/gameFlow',
  '/others/gameFlowBak',
  '/others/gameFlow/months',
  '/others/gameFlow/rates',
  '/others/gameFlow/records',
  '/others/gameFlow/shares',
  '/others/jsonPreview',
  '/others/logSearch',
  '/others/mfa',
  '/others/rangeSearch',
  '/others/testPage',
  '/others/testTools',
  '/others/turnoverPredict',
  '/others/UserTagsTest',
  '/others/whiteList',
  '/password',
  '/programs/api',
  '/push/history',
  '/push/pushTest',
  '/push/pushlist',
  '/sharing',
  '/statement',
  '/statement/board',
  '/statement/detail',
  '/statement/detail2',
  '/statement/subscriptions',
  '/statement/subscriptions/all',
  '/tokens',
  '/unsubscribe/:token',
  '/webhooks',
] as const

/** No slice's page: where one is sent whose rights do not reach. */
const forbidden = '/403'

type Path = (typeof paths)[number]

/** `/code_view/:id` is CodeView. */
type Words<Text extends string> = Text extends `${infer Before}/:${string}`
  ? Words<Before>
  : Text extends `${infer Before}/${infer After}` | `${infer Before}_${infer After}`
    ? `${Capitalize<Before>}${Words<After>}`
    : Capitalize<Text>

type Value = string | number
type Query = Readonly<Record<string, Value | null | undefined>>

/** What a pattern asks for: `id` of `/code_view/:id`. */
type Asked<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Asked<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

interface PageAddress<Path extends string> {
  /** The page's address with these parameters; null and undefined leave one out. */
  (
    ...given: [Asked<Path>] extends [never]
      ? [query?: Query]
      : [given: Query & Readonly<Record<Asked<Path>, Value>>]
  ): string
  /** The page's path, without parameters; wouter's pattern where it asks for some. */
  readonly path: Path
}

function addressOf(path: string, given: Query = {}): string {
  const query = new URLSearchParams()
  let place = path
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue
    if (path.endsWith(`/:${name}`)) place = path.replace(`:${name}`, () => encodeURIComponent(value))
    else query.set(name, String(value))
  }
  const text = String(query)
  return text === '' ? place : `${place}?${text}`
}

const pageAt = <Path extends string>(path: Path): PageAddress<Path> =>
  Object.assign((given?: Query) => addressOf(path, given), { path })

const nameOf = (path: string): string =>
  path
    .replace(/\/:\w+$/, '')
    .replace(/[/_](\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toLowerCase())

type Named = { readonly [Each in Path as Uncapitalize<Words<Each>>]: PageAddress<Each> }

export const pages = {
  ...(Object.fromEntries(paths.map((path) => [nameOf(path), pageAt(path)])) as unknown as Named),
  forbidden: pageAt(forbidden),
}
