WITH _rows AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", count(*) AS "p13"
  FROM "filled_sale" AS f
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
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(bounds.first, CASE WHEN date_diff('day', bounds.first, bounds.last) >= 1000000 THEN error('补全日期后超过 1,000,000 行，请缩小日期范围、选较粗的粒度、减少维度，或关闭补全日期') ELSE bounds.last END, INTERVAL 1 DAY)) AS DATE) AS "_moment"
    FROM (
      SELECT min("d1") AS first, least(max("d1"), DATE '2026-03-06') AS last
      FROM _rows
    ) AS bounds
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
