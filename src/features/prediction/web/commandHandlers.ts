// Implements the commands of forecasts and of the range search.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { openControl } from './asked/opened.ts'
import type { predictionCommands } from './commands.ts'
import * as range from './range/actions.ts'
import { stop } from './range/store.ts'
import * as turnover from './turnover/actions.ts'
import { addScenario } from './turnover/scenarioWork.ts'

export const predictionWork: Record<HandledId<typeof predictionCommands>, Handler> = {
  'prediction.point': () => openControl('point'),
  'prediction.split': () => openControl('dims'),
  'prediction.games': () => openControl('games'),
  'prediction.days': () => openControl('days'),
  'prediction.grain': turnover.nextGrain,
  'prediction.part': turnover.otherPart,
  'prediction.addScenario': addScenario,
  'prediction.report': turnover.openTurnoverReport,
  'prediction.renew': turnover.renew,
  'prediction.exportXlsx': turnover.exportAs('xlsx'),
  'prediction.exportCsv': turnover.exportAs('csv'),
  'prediction.copy': turnover.copyForecast,
  'prediction.alarm': turnover.alarmOfForecast,
  'range.point': () => openControl('point'),
  'range.dims': () => openControl('dims'),
  'range.games': () => openControl('games'),
  'range.days': () => openControl('days'),
  'range.part': range.otherPart,
  'range.report': range.openRangeReport,
  'range.stop': stop,
  'range.renew': range.renew,
  'range.exportXlsx': range.exportAs('xlsx'),
  'range.exportCsv': range.exportAs('csv'),
}
