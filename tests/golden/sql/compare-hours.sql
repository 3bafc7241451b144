WITH _prior1_rows AS MATERIALIZED (
  SELECT sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-08' AND f."sale_day" < DATE '2026-03-09'
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT date_trunc('hour', (f."sale_time" + INTERVAL (1) HOUR)) AS "d3", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d3", "p11"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d3", "p11"
  FROM (
    SELECT "_level", "d3", coalesce("p11", 0) AS "p11"
    FROM _prior2_levels
  ) AS r
  WHERE r."_level" IN (1)
),
_base1_rows AS MATERIALIZED (
  SELECT sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-11'
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", NULL AS "d3", "p11"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0)
),
_present AS MATERIALIZED (
  SELECT date_trunc('hour', f."sale_time") AS "d3", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-12'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d3", "p11"
  FROM _present
  UNION ALL
  SELECT "d3", NULL AS "p11"
  FROM (
    SELECT "d3"
    FROM _prior2_rows AS r
    WHERE r."d3" >= TIMESTAMP '2026-03-10 00:00:00' AND r."d3" < TIMESTAMP '2026-03-11 00:00:00'
    EXCEPT
    SELECT "d3"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p11"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d3" >= TIMESTAMP '2026-03-10 00:00:00' AND r."d3" < TIMESTAMP '2026-03-11 00:00:00'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END AS "p11_prev", CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d3" >= TIMESTAMP '2026-03-10 00:00:00' AND r."d3" < TIMESTAMP '2026-03-11 00:00:00'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END, 0) - 1 AS "p11_diff", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d3" >= TIMESTAMP '2026-03-10 00:00:00' AND r."d3" < TIMESTAMP '2026-03-11 00:00:00'))) THEN CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END END AS "p11_base"
  FROM (
    SELECT "_level", "d3", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d3" IS NOT DISTINCT FROM r."d3"
  LEFT JOIN _base ON _base."_level" = r."_level"
)
SELECT r."d3", r."p11", r."p11_prev", r."p11_diff", r."p11_base"
FROM _compared AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
