WITH _rows AS MATERIALIZED (
  SELECT date_trunc('hour', f."sale_time") AS "d3", count(*) AS "p13"
  FROM "filled_sale" AS f
  WHERE f."sale_time" >= TIMESTAMP '2026-03-03 02:00:00' AND f."sale_time" < TIMESTAMP '2026-03-05 02:00:00'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p13"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d3"
  FROM (
    SELECT unnest(generate_series(TIMESTAMP '2026-03-03 02:00:00', TIMESTAMP '2026-03-04 03:00:00', INTERVAL 1 HOUR)) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d3", NULL AS "p13"
  FROM (
    SELECT "d3"
    FROM _dates
    EXCEPT
    SELECT "d3"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d3", r."p13"
FROM (
  SELECT "_level", "d3", coalesce("p13", 0) AS "p13"
  FROM _filled
) AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
