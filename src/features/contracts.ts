// Every contract of the product. The guard tests and the route dump read this list.
import type { Call } from '../shared/call.ts'
import * as calendar from './calendar/contract.ts'
import * as code from './code/contract.ts'
import * as config from './config/contract.ts'
import * as custom from './custom/contract.ts'
import * as definitions from './definitions/contract.ts'
import * as dictionary from './dictionary/contract.ts'
import * as embed from './embed/contract.ts'
import * as session from './session/contract.ts'
import * as statement from './statement/contract.ts'
import * as trace from './trace/contract.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

export const calls: Call[] = [
  session,
  statement,
  config,
  dictionary,
  code,
  calendar,
  embed,
  trace,
  custom,
  definitions,
].flatMap((contract) => Object.values(contract).filter(isCall))
