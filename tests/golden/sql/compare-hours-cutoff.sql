WITH _prior1_rows AS MATERIALIZED (
  SELECT date_trunc('hour', (f."sale_time" + INTERVAL (7) DAY)) AS "d3", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_time" >= TIMESTAMP '2026-03-02 05:00:00' AND f."sale_time" < TIMESTAMP '2026-03-03 05:00:00'
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", coalesce(sum("p13"), 0) AS "p13"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p13"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "d3", "p13"
  FROM _prior1_levels AS r
  WHERE r."_level" IN (0, 1)
),
_present AS MATERIALIZED (
  SELECT date_trunc('hour', f."sale_time") AS "d3", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_time" >= TIMESTAMP '2026-03-09 05:00:00' AND f."sale_time" < TIMESTAMP '2026-03-10 05:00:00'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d3", "p13"
  FROM _present
  UNION ALL
  SELECT "d3", NULL AS "p13"
  FROM (
    SELECT "d3"
    FROM _prior1_rows AS r
    WHERE r."d3" >= TIMESTAMP '2026-03-09 05:00:00' AND r."d3" < TIMESTAMP '2026-03-10 05:00:00'
    EXCEPT
    SELECT "d3"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p13"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END AS "p13_prev", r."p13" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END, 0) - 1 AS "p13_diff"
  FROM (
    SELECT "_level", "d3", coalesce("p13", 0) AS "p13"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d3" IS NOT DISTINCT FROM r."d3"
)
SELECT r."d3", r."p13", r."p13_prev", r."p13_diff"
FROM _compared AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
