WITH _1 AS (
  SELECT f."channel" AS "d2", f."sale_day" AS "d1", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-04' AND f."sale_day" < DATE '2026-03-07'
  GROUP BY 1, 2
),
_top_ranked AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d2", TRUE AS "_first"
  FROM (
    SELECT "d2", coalesce("p11", 0) AS "p11"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p11" DESC NULLS LAST, r."d2" ASC NULLS LAST
  LIMIT 1
),
_rows AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", _1."d1" AS "d1", sum("p11") AS "p11"
  FROM _1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _1."d2"
  GROUP BY 1, 2, 3
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d2", "_other", "d1", "p11"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-04', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_groups AS MATERIALIZED (
  SELECT DISTINCT "d2", "_other"
  FROM _levels
  WHERE "_level" = 2
),
_missing AS MATERIALIZED (
  SELECT 2 AS "_level", "d2", "_other", "d1", NULL AS "p11"
  FROM (
    SELECT "d2", "_other", "d1"
    FROM _dates
    CROSS JOIN _groups
    WHERE CASE WHEN (SELECT count(*) FROM _dates) * (SELECT count(*) FROM _groups) > 1000000 THEN error('补全日期后超过 1,000,000 行，请缩小日期范围、选较粗的粒度、减少维度，或关闭补全日期') ELSE TRUE END
    EXCEPT
    SELECT "d2", "_other", "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d2", r."d1", r."p11", r."_other"
FROM (
  SELECT "_level", "d2", "_other", "d1", coalesce("p11", 0) AS "p11"
  FROM _filled
) AS r
ORDER BY r."_level", r."_other", r."d2" ASC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
