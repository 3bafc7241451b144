// Calls of push: tasks, records, configurations, test push. Those of the specification keep its paths; what it leaves
// open stands under a prefix of ours.
export * from './contract/configs.ts'
export {
  longest,
  type PushMessage,
  pictureProblem,
  uriProblem,
} from './contract/message.ts'
export * from './contract/records.ts'
export { outcomes, outcomeTitles, type PushOutcome } from './contract/shared.ts'
export * from './contract/tasks.ts'
export * from './contract/testing.ts'
