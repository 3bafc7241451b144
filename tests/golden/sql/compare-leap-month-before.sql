WITH _prior1_rows AS MATERIALIZED (
  SELECT CAST(date_trunc('month', CAST(f."on_day" + INTERVAL (12) MONTH AS DATE)) AS DATE) AS "d1", sum(f."n") AS "p1"
  FROM "compared_leap" AS f
  WHERE f."on_day" >= DATE '2024-02-01' AND f."on_day" < DATE '2024-03-01'
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p1") AS "p1"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "d1", "p1"
  FROM (
    SELECT "_level", "d1", coalesce("p1", 0) AS "p1"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_present AS MATERIALIZED (
  SELECT CAST(date_trunc('month', f."on_day") AS DATE) AS "d1", sum(f."n") AS "p1"
  FROM "compared_leap" AS f
  WHERE f."on_day" >= DATE '2025-02-01' AND f."on_day" < DATE '2025-03-01'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p1"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p1"
  FROM (
    SELECT "d1"
    FROM _prior1_rows AS r
    WHERE r."d1" >= DATE '2025-02-01' AND r."d1" < DATE '2025-03-01'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p1") AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p1" END AS "p1_prev", r."p1" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p1" END, 0) - 1 AS "p1_diff"
  FROM (
    SELECT "_level", "d1", coalesce("p1", 0) AS "p1"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d1", r."p1", r."p1_prev", r."p1_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
