// How a figure stands to its goal: a traffic light, and how far it has come.
import type { Goal } from './types.ts'

type GoalState = 'good' | 'near' | 'bad'

const usualNear = 0.9

export function goalState(value: number, { value: goal, low = false, near = usualNear }: Goal): GoalState {
  if (low ? value <= goal : value >= goal) return 'good'
  // Below a share of the goal, or as far beyond it; of a negative goal the share lies on its other side.
  const margin = Math.abs(goal) * (1 - near)
  return (low ? value <= goal + margin : value >= goal - margin) ? 'near' : 'bad'
}

export const goalWords: Record<GoalState, string> = { good: '达标', near: '接近', bad: '未达标' }

/** Parts of a bar's width: the figure, and the mark of its goal. */
export function goalParts(value: number, { value: goal }: Goal): { figure: number; mark: number } {
  const most = Math.max(value, goal, 0) * 1.15
  if (most <= 0) return { figure: 0, mark: 0 }
  return { figure: Math.max(0, value) / most, mark: Math.max(0, goal) / most }
}
