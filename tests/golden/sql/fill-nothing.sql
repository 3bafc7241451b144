WITH _rows AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11", count(*) AS "p13"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2025-03-02' AND f."sale_day" < DATE '2025-03-04'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p13"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2025-03-02', DATE '2025-03-03', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p11", NULL AS "p13"
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
SELECT r."d1", r."p11", r."p13"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p13", 0) AS "p13"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
