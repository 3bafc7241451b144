import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../server/deps.ts'
import type { Runs } from '../runs/types.ts'

export function registerSaved(_app: FastifyInstance, _deps: Deps, _runs: Runs): void {}
