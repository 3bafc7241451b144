WITH _shared1 AS MATERIALIZED (
  SELECT f."on_day" AS "_day", sum(f."n") AS "p1"
  FROM "compared_leap" AS f
  WHERE f."on_day" >= DATE '2024-02-28' AND f."on_day" < DATE '2024-03-02'
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT CAST(f."on_day" + INTERVAL (12) MONTH AS DATE) AS "d1", sum(f."n") AS "p1"
  FROM "compared_leap" AS f
  WHERE f."on_day" >= DATE '2023-02-28' AND f."on_day" < DATE '2023-03-02'
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
_base1_rows AS MATERIALIZED (
  SELECT sum(f."p1") AS "p1"
  FROM "_shared1" AS f
  WHERE (f."_day" >= DATE '2024-02-28' AND f."_day" < DATE '2024-02-29' OR f."_day" >= DATE '2024-03-01' AND f."_day" < DATE '2024-03-02')
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p1") AS "p1"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p1"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", NULL AS "d1", "p1"
  FROM (
    SELECT "_level", coalesce("p1", 0) AS "p1"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0)
),
_present AS MATERIALIZED (
  SELECT f."_day" AS "d1", f."p1" AS "p1"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2024-02-28' AND f."_day" < DATE '2024-03-02'
),
_rows AS MATERIALIZED (
  SELECT "d1", "p1"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p1"
  FROM (
    SELECT "d1"
    FROM _prior1_rows AS r
    WHERE r."d1" >= DATE '2024-02-28' AND r."d1" < DATE '2024-02-29' OR r."d1" >= DATE '2024-03-01' AND r."d1" < DATE '2024-03-02'
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
  SELECT r.*, CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2024-02-28' AND r."d1" < DATE '2024-02-29' OR r."d1" >= DATE '2024-03-01' AND r."d1" < DATE '2024-03-02'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p1" END END AS "p1_prev", CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p1" END ELSE r."p1" END / nullif(CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2024-02-28' AND r."d1" < DATE '2024-02-29' OR r."d1" >= DATE '2024-03-01' AND r."d1" < DATE '2024-03-02'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p1" END END, 0) - 1 AS "p1_diff", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2024-02-28' AND r."d1" < DATE '2024-02-29' OR r."d1" >= DATE '2024-03-01' AND r."d1" < DATE '2024-03-02'))) THEN CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p1" END ELSE r."p1" END END AS "p1_base"
  FROM (
    SELECT "_level", "d1", coalesce("p1", 0) AS "p1"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  LEFT JOIN _base ON _base."_level" = r."_level"
)
SELECT r."d1", r."p1", r."p1_prev", r."p1_diff", r."p1_base"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
