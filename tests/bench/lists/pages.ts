// The lists that are measured, each the product's own page over rows that its calls are answered with.
import type { ComponentType } from 'react'
import { Page as PointsPage } from '#features/config/web/points/PointsPage.tsx'

export const pages: Record<string, ComponentType> = { points: PointsPage }
