WITH _1_p1 AS (
  SELECT f."channel" AS "d2", f."spent" AS "_1_p1_value"
  FROM "spending" AS f
),
_top_ranked AS (
  SELECT "d2", max("p1") AS "p1"
  FROM (
    SELECT "d2", NULL AS "p1"
    FROM (
      SELECT "d2"
      FROM _1_p1
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d2", "p1"
    FROM (
      SELECT "d2", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
      FROM _1_p1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d2", TRUE AS "_first"
  FROM _top_ranked AS r
  ORDER BY r."p1" DESC NULLS LAST, r."d2" ASC NULLS LAST
  LIMIT 1
),
_1_p1_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _1_p1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", "_1_p1_value"
  FROM _1_p1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _1_p1."d2"
),
_rows AS MATERIALIZED (
  SELECT "d2", "_other", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _1_p1_top
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", (SELECT quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) FROM _1_p1_top) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d2", "_other", "p1"
  FROM _rows
)
SELECT r."d2", r."p1", r."_other"
FROM _levels AS r
ORDER BY r."_level", r."_other", r."p1" DESC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
