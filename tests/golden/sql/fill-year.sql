WITH _rows AS MATERIALIZED (
  SELECT CAST(date_trunc('year', f."sale_day") AS DATE) AS "d1", count(*) AS "p13"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2024-08-15' AND f."sale_day" < DATE '2027-01-01'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p13"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT CAST(date_trunc('year', r."_moment") AS DATE) AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2024-08-15', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p13"
  FROM (
    SELECT "d1"
    FROM _dates
    EXCEPT
    SELECT "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p13"
FROM (
  SELECT "_level", "d1", coalesce("p13", 0) AS "p13"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
