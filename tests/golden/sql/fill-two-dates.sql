WITH _rows AS MATERIALIZED (
  SELECT CAST(date_trunc('week', f."sale_day") AS DATE) AS "d1", CAST(date_trunc('month', f."sale_day") AS DATE) AS "d4", count(*) AS "p13"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-23' AND f."sale_day" < DATE '2026-03-07'
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d4", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d1", "d4", "p13"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT CAST(date_trunc('week', r."_moment") AS DATE) AS "d1", CAST(date_trunc('month', r."_moment") AS DATE) AS "d4"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-02-23', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 2 AS "_level", "d1", "d4", NULL AS "p13"
  FROM (
    SELECT "d1", "d4"
    FROM _dates
    EXCEPT
    SELECT "d1", "d4"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."d4", r."p13"
FROM (
  SELECT "_level", "d1", "d4", coalesce("p13", 0) AS "p13"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
