// Calls of push: tasks, records, configurations, test push. Specified calls keep their specified paths;
// additional ones have a prefix of ours.
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
