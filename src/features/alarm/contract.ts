// Calls of the alarms. Specified calls keep their specified paths; additional ones have a prefix of ours.
export * from './contract/address.ts'
export * from './contract/fires.ts'
export * from './contract/keeping.ts'
export * from './contract/mute.ts'
export * from './contract/muteWords.ts'
export * from './contract/rule.ts'
export {
  type AlarmFinding,
  type AlarmQueryResult,
  type AlarmRehearsal,
  type AlarmReportData,
  type AlarmRun,
  getAlarmReportData,
  ledTo,
  type Outcome,
  outcomes,
  outcomeTitles,
  readAlarmQuery,
  rehearseAlarm,
  runAlarmRule,
  type WhichAlarm,
} from './contract/running.ts'
